import PassAPI

/// The lists that S4 passes to the platform's picker, computed from the configuration (rows K-33, K-34).
///
/// No document spells the formulas out; these follow from what the properties mean (apple-sso-flow.md §3 S4).
enum ProviderLists {
    /// Those with platform services that are shown in the picker, SUPPORTED or PICKER.
    static func supported(_ mvpds: [MVPD]) -> [MVPD] {
        mvpds.filter { mvpd in
            mvpd.platformMappingID != nil && mvpd.enablePlatformServices && mvpd.displayInPlatformPicker
                && (mvpd.boardingStatus == .supported || mvpd.boardingStatus == .picker)
        }
    }

    /// The SUPPORTED ones of them, which sign in on one screen.
    static func featured(_ supported: [MVPD]) -> [MVPD] { supported.filter { $0.boardingStatus == .supported } }
}

extension Configuration {
    /// The first MVPD whose mapping id is exactly `identifier` (rows K-24, K-41, K-48).
    func mvpd(mappedFrom identifier: String) -> MVPD? {
        mvpds.first { $0.platformMappingID == identifier }
    }
}
