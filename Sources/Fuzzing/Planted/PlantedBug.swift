/// The bugs that `Scripts/fuzz --self-test` plants, to see that the fuzzer finds them.
///
/// They stand between a parser and its properties, never in a parser, and only where `KINESCOPE_PLANTED_BUGS` is defined
/// (`-Xswiftc -DKINESCOPE_PLANTED_BUGS`): then the environment variable `KINESCOPE_PLANTED_BUG` names the one that is
/// active. From easy to hard.
public enum PlantedBug: String, CaseIterable, Sendable {
    /// A date with a field of ten digits traps.
    case dateOfTenDigits
    /// A signature tag that is not closed leads to an index past the end.
    case unclosedSignature
    /// An `Attribute` without a `Name` traps.
    case attributeWithoutName
    /// A JWT of the algorithm `none` counts as signed.
    case unsecuredTokenIsSigned
    /// Of a name only the text before a comment is read.
    case commentCutsName
    /// A second element may bear an ID that is taken.
    case duplicateIDIsTrusted
    /// The last day of a month is one day off.
    case dateIsOneDayOff
    /// An assertion inside the extensions is not counted.
    case assertionInExtensions
    /// The limit of attributes in a tag does not hold.
    case attributeLimitIsMissed
    /// Unescaping takes quadratic time.
    case quadraticUnescape

    /// The target that is to find it.
    public var target: String {
        switch self {
        case .dateOfTenDigits, .dateIsOneDayOff: "TokenDate"
        case .unclosedSignature: "AuthNToken"
        case .unsecuredTokenIsSigned: "JWT"
        case .quadraticUnescape: "TransportForm"
        case .attributeWithoutName, .commentCutsName, .duplicateIDIsTrusted, .assertionInExtensions,
            .attributeLimitIsMissed:
            "SAMLResponse"
        }
    }
}
