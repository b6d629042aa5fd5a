public import Services

extension TwinQuirks {
    /// What a scenario may decide about the back end where documents leave it open.
    public static let table = OptionTable<TwinQuirks>([])
}
