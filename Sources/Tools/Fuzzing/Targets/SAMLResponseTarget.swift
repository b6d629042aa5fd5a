import Documents
import FuzzReadings
import Inspection
import Report
import Tokens
import VirtualTime

extension FuzzTarget {
    /// SAML responses: read, compared with another reading of the same bytes, printed, normalized.
    public static let samlResponse = FuzzTarget(
        "SAMLResponse",
        maximumBytes: 64 * 1024,
        check: SAMLChecks.check,
        quickCheck: SAMLChecks.quickCheck,
        mutate: MarkupMutation.saml
    )
}

/// The checks of a SAML response, and of what is not one.
enum SAMLChecks {
    static func check(_ input: [UInt8]) throws(PropertyFailure) {
        let reading = read(input)
        switch reading {
        case .success(let response):
            try accepted(response, input)
        case .failure(let error):
            try refused(error, input)
        }
        let found = Inspection(of: input, at: .distantPast)
        if found.layers.isEmpty { try InspectionReadings.agree(found, with: input) }
        // It goes through a text from left to right: a piece of it shows as much, and costs a fortieth.
        try normalization(String(decoding: FuzzTarget.window(of: input), as: UTF8.self))
        try normalization(Self.ofSeparators(FuzzTarget.window(of: input)))
        try DocumentReadings.sections(FuzzTarget.window(of: input))
    }

    /// Checks what costs no more than reading.
    static func quickCheck(_ input: [UInt8]) throws(PropertyFailure) {
        switch read(input) {
        case .success(let response):
            try requireEqual(response.bytes, input, "forwards-what-was-read")
            try monotonic(response.validity)
        case .failure(let error):
            try require(error.line.map { $0 >= 0 } ?? true, "error-on-a-line", "\(error)")
        }
    }

    private static func read(_ input: [UInt8]) -> Result<SAMLResponse, SAMLError> {
        Result { () throws(SAMLError) in try SAMLResponse(parsing: input) }
    }

    // MARK: What was read

    private static func accepted(_ response: SAMLResponse, _ input: [UInt8]) throws(PropertyFailure) {
        try requireEqual(response.bytes, input, "forwards-what-was-read")
        let other = LibXML2Reading(of: input)
        try compare(response, other)
        try SAMLReadings.agree(SAMLReadings.facts(of: response), with: input)
        let document = try attempt("reads-twice") { try XMLDocument(parsing: input) }
        try sameTree(document, other)
        try printing(document, response)
        try monotonic(response.validity)
        for assertion in response.assertions { try monotonic(assertion.validity) }
        for diagnostic in response.diagnostics { try requireOneLine(diagnostic.detail, "remark-in-one-line") }
        do throws(SAMLError) {
            _ = try response.successfulAssertion()
        } catch {
            try requireOneLine("\(error)")
        }
    }

    /// Compares the response with libxml2's own tree, read by other means than the module's own.
    private static func compare(_ response: SAMLResponse, _ other: LibXML2Reading) throws(PropertyFailure) {
        try require(other.isWellFormed, "accepts-only-what-libxml2-accepts", other.fault)
        try requireEqual(
            response.assertions.count + response.encryptedAssertionCount,
            other.assertionCount,
            "counts-every-assertion"
        )
        try require(other.assertionCount <= 1, "one-assertion-at-most", "\(other.assertionCount)")
        try require(other.repeatedID == nil, "no-id-twice", other.repeatedID ?? "")
        try requireEqual(response.id, other.rootID ?? "", "root-id")
        try DocumentReadings.within(.default, other)
        let names: [String] = response.assertions.compactMap { assertion in
            guard case .name(let name)? = assertion.subject?.identifier else { return nil }
            return name.value
        }
        try requireEqual(bytes(of: names), bytes(of: other.subjectNames), "whole-name-id")
        try requireEqual(
            bytes(of: response.assertions.flatMap { $0.attributes.map(\.name) }),
            bytes(of: other.attributeNames),
            "names-of-attributes"
        )
        try requireEqual(bytes(of: response.assertions.map(\.id)), bytes(of: other.assertionIDs), "assertion-ids")
        try compareTimes(response.validity, other.times)
    }

    /// Never is a response valid where the dates in its assertions say that it is not.
    private static func compareTimes(_ validity: Validity, _ times: [LibXML2Times]) throws(PropertyFailure) {
        try require(times.allSatisfy(\.isReadable), "dates-are-dates", "\(validity)")
        let bounds = times.flatMap(\.bounds) + [validity.notBefore, validity.expiry].compactMap { $0 }
        // Many confirmations have many bounds, and each is asked of all of them.
        let few = bounds.count <= 64 ? bounds : Array(bounds.prefix(32) + bounds.suffix(32))
        var instants: [Instant] = [.distantPast, .distantFuture]
        for bound in few { instants += [bound - .nanoseconds(1), bound, bound + .nanoseconds(1)] }
        let isOneInterval = times.allSatisfy(\.isOneInterval)
        for instant in instants {
            let mayBe = times.allSatisfy { $0.permit(instant) }
            let isValid = validity.isValid(at: instant)
            try require(!isValid || mayBe, "never-valid-where-dates-forbid-it", "\(validity) at \(instant)")
            // Times with gaps between them are not one interval: of those only the first counts.
            try require(isValid || !mayBe || !isOneInterval, "valid-where-dates-permit-it", "\(validity) at \(instant)")
        }
    }

    /// Swift takes canonically equivalent strings for equal.
    private static func bytes(of texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    /// Printed and read again it is the same, and printing that changes nothing more.
    private static func printing(_ document: XMLDocument, _ response: SAMLResponse) throws(PropertyFailure) {
        let printed = document.serialized
        // Escapes make it longer than what was read, perhaps past the limit.
        guard printed.utf8.count <= XMLLimits.default.totalBytes else { return }
        try attempt("reads-what-it-prints") {
            let again = try XMLDocument(parsing: Array(printed.utf8)).serialized
            try requireEqual(again, printed, "print-is-a-fixed-point")
        }
        try attempt("reads-what-it-prints") {
            let again = try SAMLResponse(parsing: printed)
            try requireEqual(again.id, response.id, "printed-id")
            try requireEqual(
                again.assertions.map(WithoutLines.init),
                response.assertions.map(WithoutLines.init),
                "printed-assertions"
            )
            try requireEqual(again.validity, response.validity, "printed-validity")
        }
    }

    // MARK: What was refused

    private static func refused(_ error: SAMLError, _ input: [UInt8]) throws(PropertyFailure) {
        let lines = 1 + input.count { $0 == 0x0A || $0 == 0x0D }
        if let line = error.line {
            // libxml2 counts the line after the last end of line, too.
            try require((0...(lines + 1)).contains(line), "error-on-a-line", "line \(line) of \(lines)")
        }
        if case .xml(let xml) = error.cause {
            if let offset = xml.byteOffset {
                try require(
                    (0...input.count).contains(offset),
                    "error-in-the-input",
                    "byte \(offset) of \(input.count)"
                )
            }
            try DocumentReadings.refused(xml, input)
        }
        if case .date(_, let text) = error.cause { try SAMLReadings.refusedDate(text) }
        try requireOneLine("\(error)")
    }

    // MARK: Normalization

    /// A text of what normalization drops, joins and keeps, chosen by the bytes: few inputs have more than blanks of
    /// it.
    private static func ofSeparators(_ bytes: some Sequence<UInt8>) -> String {
        let pieces = ["a", "<", ">", " ", "\n", "\u{85}", "\u{2028}", "\u{2029}"]
        return bytes.map { pieces[Int($0 & 7)] }.joined()
    }

    /// Checks that what goes into the parameter is of its alphabet, and gives back the normalized text.
    static func normalization(_ text: String) throws(PropertyFailure) {
        let normal = SAMLNormalization.normalize(text)
        try require(normal.utf8.count <= text.utf8.count, "normalise-never-grows", "\(normal.utf8.count)")
        let dropped: [ClosedRange<UInt32>] = [0x09...0x0D, 0x85...0x85, 0x2028...0x2029]
        try require(
            !normal.unicodeScalars.contains { scalar in dropped.contains { $0.contains(scalar.value) } },
            "normalise-drops-line-ends-and-tabs",
            normal.debugDescription
        )
        let encoded = SAMLNormalization.base64(text)
        try require(Alphabet.base64.holds(encoded.utf8), "base64-alphabet", encoded)
        try attempt("base64-gives-it-back") {
            try requireEqual(try Base64.decode(encoded), Array(normal.utf8), "base64-gives-it-back")
        }
        let parameter = SAMLNormalization.parameterValue(text)
        try require(Alphabet.parameter.holds(parameter.utf8), "parameter-alphabet", parameter)
        try requireEqual(
            PercentEncoding.decodeStrictly(parameter) ?? [],
            Array(encoded.utf8),
            "parameter-gives-it-back"
        )
    }
}

/// Once over, always over; once begun, never again to come.
func monotonic(_ validity: Validity) throws(PropertyFailure) {
    var instants: [Instant] = [.distantPast, .distantFuture]
    for bound in [validity.notBefore, validity.expiry].compactMap({ $0 }) {
        instants += [bound - .nanoseconds(1), bound, bound + .nanoseconds(1)]
    }
    instants.sort()
    for boundary in [ExpiryBoundary.exclusive, .inclusive] {
        var hasBegun = false
        var isOver = false
        for instant in instants {
            switch validity.state(at: instant, boundary: boundary) {
            case .notYet: try require(!hasBegun && !isOver, "validity-is-monotone", "\(validity) at \(instant)")
            case .valid:
                try require(!isOver, "validity-is-monotone", "\(validity) at \(instant)")
                hasBegun = true
            case .expired: isOver = true
            }
        }
    }
}

/// The content of an assertion, without the lines that elements in its values are on.
private struct WithoutLines: Equatable {
    var id: String
    var issueInstant: Instant
    var issuer: SAMLNameID
    var subject: SAMLSubject?
    var conditions: SAMLConditions?
    var statements: [SAMLAuthenticationStatement]
    var attributes: [[String?]]

    init(_ assertion: SAMLAssertion) {
        id = assertion.id
        issueInstant = assertion.issueInstant
        issuer = assertion.issuer
        subject = assertion.subject
        conditions = assertion.conditions
        statements = assertion.authenticationStatements
        attributes = assertion.attributes.map { attribute in
            [attribute.name, attribute.nameFormat, attribute.friendlyName]
                + attribute.values.map { value in
                    switch value {
                    case .text(let text): "text " + text
                    case .null: nil
                    case .elements(let elements): "elements " + elements.map(\.serialized).joined()
                    }
                }
        }
    }
}
