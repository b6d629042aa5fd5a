import Documents
import Exchanges
import Tokens
import VirtualTime

extension FuzzTarget {
    /// Whatever someone pastes: tokens, answers and messages in the forms they travel in.
    public static let transportForm = FuzzTarget(
        "TransportForm",
        maximumBytes: 64 * 1024,
        check: TransportChecks.check,
        glance: TransportChecks.glance,
        mutate: TransportMutation.mutated
    )
}

/// What holds for transport forms, and for what an inspection tells.
enum TransportChecks {
    /// The instant that everything is judged at: 20 November 2026.
    private static let instant = Instant(secondsSince1970: 1_795_132_800)

    static func check(_ input: [UInt8]) throws(PropertyFailure) {
        try escapes(String(decoding: input, as: UTF8.self))
        try base64(input)
        try inspection(Inspection(of: input, at: instant), input)
    }

    /// What costs no more than reading.
    static func glance(_ input: [UInt8]) throws(PropertyFailure) {
        let text = String(decoding: input, as: UTF8.self)
        let unescaped = Seams.unescapedOnce(text)
        try require(unescaped.utf8.count <= text.utf8.count, "unescape-never-grows", "\(unescaped.utf8.count)")
        try nested(Inspection(of: input, at: instant), depth: 1, .default)
    }

    /// Each escape undone gives back what was escaped, and undoing never makes longer.
    private static func escapes(_ text: String) throws(PropertyFailure) {
        let unescaped = Seams.unescapedOnce(text)
        try require(unescaped.utf8.count <= text.utf8.count, "unescape-never-grows", "\(unescaped.utf8.count)")
        let escaped = TokenText.escaped(text)
        try requireEqual(
            Array(TokenText.escaped(Seams.unescapedOnce(escaped)).utf8),
            Array(escaped.utf8),
            "escape-is-undone"
        )
        try requireEqual(
            TokenText.percentDecoded(PercentEncoding.component(text)) ?? [],
            Array(text.utf8),
            "percent-encoding-is-undone"
        )
        try requireEqual(
            TokenText.percentDecoded(PercentEncoding.form(text), isForm: true) ?? [],
            Array(text.utf8),
            "form-encoding-is-undone"
        )
        if let decoded = TokenText.percentDecoded(text) {
            try require(decoded.count <= text.utf8.count, "decode-never-grows", "\(decoded.count)")
        }
    }

    /// The strict decoder takes one text only for the same bytes.
    private static func base64(_ input: [UInt8]) throws(PropertyFailure) {
        if let bytes = try? Base64.decode(input) {
            try requireEqual(Array(Base64.encode(bytes).utf8), input, "base64-has-one-form")
        }
        if let bytes = try? Base64.decode(input, alphabet: .urlSafe, padding: .forbidden) {
            try requireEqual(
                Array(Base64.encode(bytes, alphabet: .urlSafe, padding: false).utf8),
                input,
                "base64url-has-one-form"
            )
            try requireEqual(IndependentBase64.decode(input) ?? [], bytes, "base64-agrees")
        }
    }

    private static func inspection(_ found: Inspection, _ input: [UInt8]) throws(PropertyFailure) {
        let limits = InspectionLimits.default
        try nested(found, depth: 1, limits)
        let text = found.text
        let json = found.json
        let serialized = Array(json.serialized.utf8)
        for count in [text.utf8.count, serialized.count] {
            try require(
                count <= 400 * input.count + 40_000,
                "inspection-is-linear",
                "\(count) bytes for \(input.count)"
            )
        }
        try require(
            !text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) },
            "inspection-is-printable",
            text.debugDescription
        )
        try attempt("inspection-as-json") {
            try requireEqual(try JSONValue(parsing: serialized), json, "inspection-as-json")
        }
    }

    private static func nested(
        _ found: Inspection,
        depth: Int,
        _ limits: InspectionLimits
    ) throws(PropertyFailure) {
        try require(depth <= limits.depth + 1, "limit-depth", "\(depth)")
        try require(found.layers.count <= limits.layers, "limit-layers", "\(found.layers.count)")
        try require(found.fields.count <= limits.fields, "limit-fields", "\(found.fields.count)")
        try requireEqual(found.verdict == .refused, found.refusal != nil, "refused-says-why")
        try monotone(found.validity)
        for part in found.parts { try nested(part.inspection, depth: depth + 1, limits) }
    }
}
