import Documents
import FuzzReadings
import Inspection
import Report
import Tokens
import VirtualTime

extension FuzzTarget {
    /// Whatever someone pastes: tokens, answers and messages in the forms they travel in.
    public static let transportForm = FuzzTarget(
        "TransportForm",
        maximumBytes: 64 * 1024,
        check: TransportChecks.check,
        quickCheck: TransportChecks.quickCheck,
        mutate: TransportMutation.mutated
    )
}

/// The checks of transport forms, and of the report of an inspection.
enum TransportChecks {
    /// The instant that everything is evaluated at: 20 November 2026.
    private static let instant = Instant(secondsSince1970: 1_795_132_800)

    static func check(_ input: [UInt8]) throws(PropertyFailure) {
        // They go through a text from left to right: a piece of it shows as much.
        try escapes(String(decoding: FuzzTarget.window(of: input), as: UTF8.self))
        try base64(input)
        let found = Inspection(of: input, at: instant)
        try inspection(found, input)
        _ = try InspectionReadings.isOK(found)
        try uncounted { () throws(PropertyFailure) in try readAgain(input, found) }
    }

    /// Checks the input and others made of it, read again.
    private static func readAgain(_ input: [UInt8], _ found: Inspection) throws(PropertyFailure) {
        try InspectionReadings.tokenInToken(FuzzTarget.number(drawnBy: input), at: instant)
        if found.layers.isEmpty, found.kind == .samlResponse, found.refusal == nil, input.count <= 4096 {
            try InspectionReadings.encodedTwice(input, at: instant)
        }
        // Blanks that were plus signs are put back where another decoder leaves them out.
        let isChanged = found.diagnostics.contains { $0.name == "plus-became-blank" }
        if !isChanged, let content = InspectionReadings.content(of: input, inside: found.layers) {
            try InspectionReadings.agree(found, with: content)
        }
    }

    /// Checks what costs no more than reading.
    static func quickCheck(_ input: [UInt8]) throws(PropertyFailure) {
        let text = String(decoding: FuzzTarget.window(of: input), as: UTF8.self)
        let unescaped = TokenText.unescapedOnce(text)
        try require(unescaped.utf8.count <= text.utf8.count, "unescape-never-grows", "\(unescaped.utf8.count)")
        try nested(Inspection(of: input, at: instant), depth: 1, .default)
    }

    /// Each escape undone gives back what was escaped, and undoing never makes longer.
    private static func escapes(_ text: String) throws(PropertyFailure) {
        let unescaped = TokenText.unescapedOnce(text)
        try require(unescaped.utf8.count <= text.utf8.count, "unescape-never-grows", "\(unescaped.utf8.count)")
        let escaped = TokenText.escaped(text)
        try requireEqual(
            Array(TokenText.escaped(TokenText.unescapedOnce(escaped)).utf8),
            Array(escaped.utf8),
            "escape-is-undone"
        )
        try requireEqual(
            PercentEncoding.decodeStrictly(PercentEncoding.component(text)) ?? [],
            Array(text.utf8),
            "percent-encoding-is-undone"
        )
        try requireEqual(
            PercentEncoding.decodeStrictly(PercentEncoding.form(text), plusAsSpace: true) ?? [],
            Array(text.utf8),
            "form-encoding-is-undone"
        )
        if let decoded = PercentEncoding.decodeStrictly(text) {
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
        }
        try requireEqual(
            IndependentBase64.decode(input),
            try? Base64.decode(input, alphabet: .urlSafe, padding: .forbidden),
            "base64-agrees"
        )
        try requireEqual(
            IndependentBase64.decodeTolerantly(input, isURLSafe: false)
                ?? IndependentBase64.decodeTolerantly(input, isURLSafe: true),
            try? Base64.read(input).bytes,
            "base64-agrees"
        )
        if let reading = try? Base64.read(input) {
            let digits = input.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
            try requireEqual(
                Array(Base64.encode(reading.bytes, as: reading.writing).utf8),
                digits,
                "base64-is-written-as-it-was"
            )
        }
        for alphabet in [Base64.Alphabet.standard, .urlSafe] {
            try requireEqual(
                IndependentBase64.decodeTolerantly(input, isURLSafe: alphabet == .urlSafe),
                try? Base64.decode(input, alphabet: alphabet, padding: .optional, allowsWhitespace: true),
                "base64-agrees"
            )
        }
    }

    private static func inspection(_ found: Inspection, _ input: [UInt8]) throws(PropertyFailure) {
        let limits = InspectionLimits.default
        try nested(found, depth: 1, limits)
        let text = found.text
        let json = JSONValue.object(found.object(input: "-"))
        let serialized = Array(json.serialized.utf8)
        let growth = isInflated(found) ? limits.inflation : 1
        for count in [text.utf8.count, serialized.count] {
            try require(
                count <= 800 * input.count * growth + 80_000,
                "inspection-is-linear",
                "\(count) bytes for \(input.count)"
            )
        }
        try printable(found, text)
        try uncounted { () throws(PropertyFailure) in
            try attempt("inspection-as-json") {
                var limits = JSONLimits()
                limits.totalBytes = serialized.count
                try requireEqual(try JSONValue(parsing: serialized, limits: limits), json, "inspection-as-json")
            }
        }
    }

    private static func isInflated(_ found: Inspection) -> Bool {
        found.layers.contains(.deflate) || found.parts.contains { isInflated($0.inspection) }
    }

    /// Nothing in the input adds a line to what people read, or changes how one looks.
    private static func printable(_ found: Inspection, _ text: String) throws(PropertyFailure) {
        try require(
            !text.unicodeScalars.contains { $0.isHarmfulToShow && $0 != "\n" },
            "inspection-is-printable",
            text.quoted
        )
        let lines = 1 + text.utf8.count { $0 == 0x0A }
        try requireEqual(lines, countOfLines(found), "inspection-has-its-own-lines-only")
        try requireOneLine(found.summary, "summary-in-one-line")
    }

    /// A headline, a line for each fact, a line before each thing inside, and the verdict.
    private static func countOfLines(_ found: Inspection) -> Int {
        var count = 2 + found.fields.count + found.diagnostics.count
        if found.validity != Validity() { count += 1 }
        if found.refusal != nil { count += 1 }
        for part in found.parts { count += 1 + countOfLines(part.inspection) }
        return count
    }

    private static func nested(
        _ found: Inspection,
        depth: Int,
        _ limits: InspectionLimits
    ) throws(PropertyFailure) {
        try require(depth <= limits.depth + 1, "limit-depth", "\(depth)")
        try require(found.layers.count <= limits.layers, "limit-layers", "\(found.layers.count)")
        try require(found.fields.count <= limits.fields, "limit-fields", "\(found.fields.count)")
        try require(found.kind != .unknown || found.refusal != nil, "unknown-says-why", "\(found.layers)")
        if let refusal = found.refusal {
            try require(isName(refusal.name), "refused-says-why", refusal.name.quoted)
            try requireOneLine(refusal.detail, "refused-says-why")
        }
        for diagnostic in found.diagnostics {
            try require(isName(diagnostic.name), "remark-has-a-name", diagnostic.name.quoted)
            try requireOneLine(diagnostic.detail, "remark-in-one-line")
        }
        try monotonic(found.validity)
        for part in found.parts { try nested(part.inspection, depth: depth + 1, limits) }
    }

    /// Checks whether these are lower-case words with hyphens; of a limit that was passed the last is its name as it is
    /// written.
    private static func isName(_ name: String) -> Bool {
        let words = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let lower = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let isLimit = name.utf8.starts(with: "over-limit-".utf8) && words.count == 3
        return words.enumerated().allSatisfy { index, word in
            !word.isEmpty
                && word.allSatisfy { byte in
                    let isLast = isLimit && index == 2
                    return lower.contains(byte) || digits.contains(byte) || isLast && lower.contains(byte | 0x20)
                }
        }
    }
}
