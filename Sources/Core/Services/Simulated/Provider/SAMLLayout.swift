/// The layout of the SAML that an MVPD sends: no source states it, and what the client's pipeline makes of it depends
/// on it (apple-sso-flow.md §4).
public enum SAMLLayout: String, Hashable, Sendable, CaseIterable {
    /// All on one line.
    case oneLine = "one-line"
    /// Elements on lines of their own, indented by blanks: the pipeline leaves them meaning the same.
    case indented
    /// Elements and attributes on lines of their own, indented by tabs, lines ended by CR LF: the pipeline leaves them
    /// meaning the same, since an indented attribute keeps one blank before it.
    case attributesIndented = "attributes-indented"
    /// Attributes begin their lines: the pipeline glues them together, and what is left is no XML.
    case attributesFlush = "attributes-flush"

    /// Returns the space before an attribute that is not its element's first.
    func beforeAttribute(_ depth: Int) -> String {
        switch self {
        case .oneLine, .indented: " "
        case .attributesIndented: "\r\n" + String(repeating: "\t", count: depth + 2)
        case .attributesFlush: "\n"
        }
    }

    /// Returns the space before an element inside another, and before the end of that one.
    func beforeElement(_ depth: Int) -> String {
        switch self {
        case .oneLine: ""
        case .indented, .attributesFlush: "\n" + String(repeating: "  ", count: depth)
        case .attributesIndented: "\r\n" + String(repeating: "\t", count: depth)
        }
    }
}
