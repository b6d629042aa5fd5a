import Documents
import Exchanges
import FuzzReadings

/// Holds what is written of an archive against the archive's own lists, as Foundation reads them.
enum HARReadings {
    /// Each header line, cookie, and field of a query or a form that the input has stands in `written` exactly once.
    ///
    /// Both are archives; nothing is said where Foundation cannot hold one of them as it is.
    static func agree(_ written: [UInt8], with input: [UInt8]) throws(PropertyFailure) {
        guard let before = lists(of: HAR.utf8(input)), let after = lists(of: written) else { return }
        let difference = ReadFact.difference(after, before)
        try require(difference == nil, "archive-keeps-each-field-once", difference ?? "")
    }

    /// Returns what is exported of an archive without the members that only tools have (`_…`), read and exported again.
    static func second(_ written: [UInt8]) throws(PropertyFailure) -> [UInt8] {
        try attempt("archive-without-extras-is-read") {
            let value = try JSONValue(parsing: written, limits: limits)
            let plain = Array(value.withoutExtras.serialized.utf8)
            return HAR.serialized(try HAR.recording(parsing: plain))
        }
    }

    private static func lists(of archive: [UInt8]) -> [ReadFact]? {
        let text = archive.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(archive.dropFirst(3)) : archive
        guard let value = try? JSONValue(parsing: text, limits: limits),
            let tree = IndependentJSON.tree(of: value, in: text)
        else { return nil }
        return HARLists(of: tree).facts
    }

    /// As an import has them.
    static let limits: JSONLimits = {
        var limits = JSONLimits()
        limits.depth = 512
        limits.allowsLoneSurrogates = true
        return limits
    }()
}

extension JSONValue {
    /// The value without the members whose names begin with an underscore, wherever they stand; in texts nothing
    /// changes.
    fileprivate var withoutExtras: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.withoutExtras))
        case .object(let object):
            .object(
                JSONObject(
                    object.members.filter { $0.key.utf8.first != UInt8(ascii: "_") }
                        .map { JSONMember($0.key, $0.value.withoutExtras) }
                )
            )
        case .null, .bool, .number, .string: self
        }
    }
}
