/// A host in a column.
public enum HostText {
    /// A host as a column has room for it: `kite` of `play.kite.example`; an address is what it is.
    public static func shortName(of host: String) -> String {
        let labels = host.split(separator: ".")
        guard labels.count > 1, !(labels.last ?? "").allSatisfy(\.isNumber) else { return host }
        // `bbc` of `www.bbc.co.uk`.
        let isSecondLevel =
            labels.count > 2 && labels[labels.count - 1].count == 2 && labels[labels.count - 2].count <= 3
        return TextWidth.cut(String(labels[labels.count - (isSecondLevel ? 3 : 2)]), to: 12)
    }
}
