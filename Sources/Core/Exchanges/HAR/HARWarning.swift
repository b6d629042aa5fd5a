import Documents

/// A value of a HAR that no HAR should have, and what was made of it: the archive is read all the same.
///
/// It is kept as it stands, so that an export gives it back.
public struct HARWarning: Hashable, Sendable, CustomStringConvertible {
    /// The ways in which a value can be odd.
    public enum Oddity: Hashable, Sendable {
        /// `encoding` names something else than Base64.
        case unknownEncoding
        /// Base64 without its padding, or in the alphabet of URLs.
        case irregularBase64
        /// A text that is said to be Base64 and is not.
        case brokenBase64
        /// A list of texts as a header's value.
        case listOfValues
        /// Half of a surrogate pair, which stands for no character.
        case loneSurrogate
        /// A time that is negative, or longer than any recording.
        case impossibleTime
        /// An integer written as a number with a point or an exponent.
        case fractionalStatus
    }

    public var oddity: Oddity
    /// The entry that it is in, from 0; nil outside the entries.
    public var entry: Int?
    /// The place in the file, as a JSON path: `log.entries[3].response.content.encoding`.
    public var path: String
    /// Offset in bytes from the start of the file; of one in UTF-16, in UTF-8.
    public var byteOffset: Int

    /// A warning with these parts.
    public init(_ oddity: Oddity, entry: Int? = nil, path: String = "", byteOffset: Int = 0) {
        self.oddity = oddity
        self.entry = entry
        self.path = path
        self.byteOffset = byteOffset
    }

    /// The place, the oddity, and what was made of it, in one line.
    public var description: String { "\(FieldPath.printed(path)) (byte \(byteOffset)): \(oddity)" }
}

extension HARWarning.Oddity: CustomStringConvertible {
    /// The oddity, and what was made of it.
    public var description: String {
        switch self {
        case .unknownEncoding: "an encoding other than \"base64\"; the text was taken as it is"
        case .irregularBase64: "Base64 without padding or in the URL alphabet; it was decoded"
        case .brokenBase64: "not Base64, although \"encoding\" is base64; the text was taken as it is"
        case .listOfValues: "a list as a header's value; each element was taken for a field of its own"
        case .loneSurrogate: "half a surrogate pair, which is not a character; it was kept as a private one"
        case .impossibleTime: "a time that no exchange takes; it was taken for 0"
        case .fractionalStatus: "a status with a fraction or an exponent; it was taken for the integer"
        }
    }
}
