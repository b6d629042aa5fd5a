/// A field of a response that names a point in time, and how it writes it (rest-api-v1.md §8, tokens.md §8).
public struct InstantField: Hashable, Sendable {
    /// The field's name on the wire; within another, after that one's name and a point.
    ///
    /// A `*` stands for any one name, such as the MVPD's in a map of profiles. Elements of a list have no name.
    public var name: String
    /// The form in which it is written.
    public var form: Form

    /// The ways in which Adobe Pass writes a point in time.
    public enum Form: Hashable, Sendable {
        /// Milliseconds since 1970, a number or a string.
        case milliseconds
        /// Milliseconds since 1970 today, seconds in old samples.
        case millisecondsOrSeconds
        /// Seconds since 1970.
        case seconds
        /// So many seconds after the field of this name.
        case secondsAfter(String)
        /// So many milliseconds after the field of this name.
        case millisecondsAfter(String)
        /// A date in words inside the token's text.
        case date
    }

    /// A field of this name, written in this form.
    public init(name: String, form: Form) {
        self.name = name
        self.form = form
    }

    /// Returns true if it is the field at the end of these names, the outermost first.
    public func isAt(_ path: some Sequence<String>) -> Bool {
        var rest = name.utf8[...]
        var isFirst = true
        for part in path {
            if !isFirst, rest.popFirst() != UInt8(ascii: ".") { return false }
            isFirst = false
            if rest.first == UInt8(ascii: "*") {
                rest.removeFirst()
            } else {
                guard rest.starts(with: part.utf8) else { return false }
                rest = rest.dropFirst(part.utf8.count)
            }
        }
        return rest.isEmpty && !isFirst
    }

    /// Milliseconds since 1970.
    static func milliseconds(_ name: String) -> InstantField { InstantField(name: name, form: .milliseconds) }
    /// The instants of user metadata: its last change, in whole seconds unlike every other time, and the end of a Temp
    /// Pass (rest-api-v1.md §7.12).
    static let userMetadata = [
        InstantField(name: "updated", form: .millisecondsOrSeconds), .milliseconds("data.expiration_date"),
    ]
    /// A date inside the token's text.
    static func date(_ name: String) -> InstantField { InstantField(name: name, form: .date) }
}
