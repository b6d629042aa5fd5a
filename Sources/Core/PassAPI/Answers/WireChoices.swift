/// The choices for writing responses where the documentation leaves it open: one named choice each.
///
/// Reading accepts every one of them.
public struct WireChoices: Hashable, Sendable {
    /// The format of an answer when the request selects none (rest-api-v1.md §1: unconfirmed but for user metadata).
    public var defaultFormat: ResponseFormat
    /// The form of a list of texts such as `requiredMetadataFields` in XML (§7.1: unconfirmed).
    public var listEncoding: ListEncoding
    /// True if a registration record without an MVPD has `"mvpd":null`, false if it omits it (§6.1: unconfirmed).
    public var writesAbsentMVPD: Bool
    /// True if `<error>` is in the namespace `rest.pass.adobe.com`: yes in an old schema, no in samples (§5).
    public var usesErrorNamespace: Bool

    /// Lists of texts in XML.
    public enum ListEncoding: Hashable, Sendable, CaseIterable {
        /// `<names>a</names><names>b</names>`: what JAXB does by default.
        case repeated
        /// `<names><value>a</value><value>b</value></names>`.
        case nested
        /// `<names>a,b</names>`.
        case commaSeparated
    }

    /// Choices other than these are to be given by name.
    public init(
        defaultFormat: ResponseFormat = .json,
        listEncoding: ListEncoding = .repeated,
        writesAbsentMVPD: Bool = true,
        usesErrorNamespace: Bool = false
    ) {
        self.defaultFormat = defaultFormat
        self.listEncoding = listEncoding
        self.writesAbsentMVPD = writesAbsentMVPD
        self.usesErrorNamespace = usesErrorNamespace
    }

    /// The choices that observed clients can live with.
    public static let `default` = WireChoices()
}
