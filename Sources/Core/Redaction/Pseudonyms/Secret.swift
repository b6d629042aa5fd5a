import Documents

/// The degree of certainty that a value is secret.
enum Certainty: Int, Hashable, Sendable, Comparable {
    /// Its place may hold anything: a field sent to a host that is not Adobe's, a header nobody knows.
    case suspected
    /// Its name or its place in a structure says so.
    case certain

    static func < (left: Certainty, right: Certainty) -> Bool { left.rawValue < right.rawValue }
}

/// A value that was found to be secret, and what replaces it.
struct Secret: Hashable, Sendable {
    var value: [UInt8]
    var pseudonym: [UInt8]
    var kind: SecretKind
    var certainty: Certainty
    /// The place where it was found first.
    var origin: SecretOrigin
    /// True if the value also stands in a field that is kept: it is then replaced where it stands, but not searched
    /// for.
    var isPublic: Bool
    /// True if the summary counts it: what is searched for instead of a value with quotes is not counted on its own.
    var isCounted = false
    /// True if its forms are in the index.
    var isIndexed = false
    /// The time of its last occurrence, in rounds of learning.
    var lastMet = 0
}

/// The field a secret was first found in.
struct SecretOrigin: Hashable, Sendable {
    /// The ordinal of the exchange or VSA call.
    var ordinal: Int
    var part: RecordingPart
    /// The name of the field in that part, or how it begins.
    var outer: String
    /// The name inside the field, where the field holds a structure, or how it begins; empty if it is the same.
    var inner: String

    /// The names are cut off where nobody would read on: each secret keeps its own.
    init(ordinal: Int, part: RecordingPart, outer: ArraySlice<UInt8>, inner: ArraySlice<UInt8>) {
        self.ordinal = ordinal
        self.part = part
        self.outer = Self.shortened(outer)
        self.inner = Self.shortened(inner)
    }

    private static let maximumNameBytes = 200

    private static func shortened(_ name: ArraySlice<UInt8>) -> String {
        name.count <= maximumNameBytes ? name.text : name.prefix(maximumNameBytes).text + "…"
    }

    /// `exchange 5 request form field deviceId`.
    var description: String {
        let owner = part.isVSACall ? "VSA call" : "exchange"
        var text = "\(owner) \(ordinal) \(part.title)"
        if !outer.isEmpty { text += " \(outer)" }
        if !inner.isEmpty, ExactText(inner) != outer { text += (outer.isEmpty ? " field " : " > ") + inner }
        return text
    }
}

/// The parts of a recording that can hold a secret.
enum RecordingPart: UInt8, Hashable, Sendable {
    case requestURL, requestQuery, requestHeader, requestCookie, requestForm, requestBody
    case responseReason, responseHeader, responseCookie, responseBody
    case harExtras, failure
    case accountRequest, accountMetadata, accountError

    var title: String {
        switch self {
        case .requestURL: "request URL"
        case .requestQuery: "request query field"
        case .requestHeader: "request header"
        case .requestCookie: "request cookie"
        case .requestForm: "request form field"
        case .requestBody: "request body"
        case .responseReason: "reason phrase"
        case .responseHeader: "response header"
        case .responseCookie: "response cookie"
        case .responseBody: "response body"
        case .harExtras: "HAR entry"
        case .failure: "failure text"
        case .accountRequest: "request"
        case .accountMetadata: "metadata"
        case .accountError: "error"
        }
    }

    var isVSACall: Bool {
        self == .accountRequest || self == .accountMetadata || self == .accountError
    }
}
