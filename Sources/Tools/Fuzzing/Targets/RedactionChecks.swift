import FuzzReadings
import Documents
import Exchanges
import Redaction
import SubscriberAccount

/// The checks of everything that is redacted: no secret stays, and the shape does.
enum RedactionChecks {
    /// Invented, so that the same input gives the same pseudonyms in every process.
    private static let key = [UInt8](repeating: 0x4B, count: 32)

    static func check(_ exchange: Exchange) throws(PropertyFailure) {
        var redactor = Redactor(key: key)
        redactor.study(exchange)
        let redacted = redactor.redact(exchange)
        // What was redacted is read again, or exchanges that were made here of numbers that this one draws.
        try uncounted { () throws(PropertyFailure) in try check(redacted, exchange, redactor) }
    }

    private static func check(
        _ redacted: Exchange,
        _ exchange: Exchange,
        _ redactor: Redactor
    ) throws(PropertyFailure) {
        try noLeak(redactor, in: texts(of: redacted))
        try noCanary(in: exchange)
        try SpelledSecret(in: exchange).requireOnePseudonym(key)
        try sameMeasure(redacted, exchange)
        let gate = redactor.secretScanner
        try sameName(redacted.request.method, exchange.request.method, gate, "redaction-keeps-the-method")
        try sameNames(redacted.request.headers, exchange.request.headers, gate)
        try sameNames(redacted.response?.headers ?? [], exchange.response?.headers ?? [], gate)
        try requireEqual(redacted.request.body == nil, exchange.request.body == nil, "redaction-keeps-bodies")
        try requireEqual(redacted.response?.status, exchange.response?.status, "redaction-keeps-the-status")
        try requireEqual(redactor.redact(exchange), redacted, "redaction-is-repeatable")
        if let body = exchange.response?.body, let changed = redacted.response?.body {
            try sameJSONShape(body, changed, gate)
        }
        if let body = exchange.request.body, let changed = redacted.request.body {
            try sameJSONShape(body, changed, gate)
        }
    }

    private static func sameNames(_ new: HeaderFields, _ old: HeaderFields, _ gate: SecretScanner)
        throws(PropertyFailure)
    {
        try requireEqual(new.count, old.count, "redaction-keeps-headers")
        for (new, old) in zip(new, old) { try sameName(new.name, old.name, gate, "redaction-keeps-headers") }
    }

    /// A secret that stands in a method or a header's name is replaced there too; nothing else is.
    private static func sameName(
        _ new: String,
        _ old: String,
        _ gate: SecretScanner,
        _ property: String
    ) throws(PropertyFailure) {
        let isKept = ExactText(new) == old || !gate.scan(Array(old.utf8)).isEmpty || differsInCodes(new, old)
        try require(isKept, property, "\(new) is not \(old)")
    }

    /// Checks whether two texts differ only in whole words of a short code's or id's form.
    ///
    /// That is 6 to 9 letters and digits, with a digit. Those are replaced everywhere, and no gate looks for them.
    private static func differsInCodes(_ new: String, _ old: String) -> Bool {
        guard new.utf8.count == old.utf8.count else { return false }
        var word: [(old: UInt8, new: UInt8)] = []
        func isKept() -> Bool {
            let hasDigit = word.contains { (0x30...0x39).contains($0.old) }
            return word.allSatisfy { $0.old == $0.new } || (6...9).contains(word.count) && hasDigit
        }
        for (old, new) in zip(old.utf8, new.utf8) {
            if isLetterOrDigit(old) {
                word.append((old, new))
                continue
            }
            guard old == new, isKept() else { return false }
            word = []
        }
        return isKept()
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
    }

    static func check(_ response: VSACall) throws(PropertyFailure) {
        var redactor = Redactor(key: key)
        redactor.study(response)
        let redacted = redactor.redact(response)
        try noLeak(redactor, in: [Array(VSALog.line(for: redacted).utf8)])
        try requireEqual(redacted.answeredAt, response.answeredAt, "redaction-keeps-the-time")
    }

    private static func noLeak(_ redactor: Redactor, in texts: [[UInt8]]) throws(PropertyFailure) {
        let gate = redactor.secretScanner
        for text in texts {
            let leaks = gate.scan(text)
            try require(leaks.isEmpty, "no-secret-stays", "\(leaks.first.map { "\($0)" } ?? "")")
        }
    }

    /// Checks what the secret scanner cannot know, since it knows only what was found: a secret that is planted is
    /// gone.
    private static func noCanary(in exchange: Exchange) throws(PropertyFailure) {
        guard let canary = RedactionCanary(in: exchange) else { return }
        var redactor = Redactor(key: key)
        redactor.study(canary.exchange)
        let redacted = redactor.redact(canary.exchange)
        try canary.requireGone(from: redacted)
        if let body = canary.exchange.response?.body, let changed = redacted.response?.body {
            try sameJSONShape(body, changed, redactor.secretScanner)
        }
        try sameMeasure(redacted, canary.exchange)
        try canary.requireKnown(to: redactor.secretScanner)
    }

    /// A length that was right for a body is right for what the body became.
    static func sameMeasure(_ redacted: Exchange, _ exchange: Exchange) throws(PropertyFailure) {
        try sameMeasure(
            redacted.request.headers,
            redacted.request.body,
            exchange.request.headers,
            exchange.request.body
        )
        guard let new = redacted.response, let old = exchange.response else { return }
        try sameMeasure(new.headers, new.body, old.headers, old.body)
    }

    private static func sameMeasure(
        _ headers: HeaderFields,
        _ body: [UInt8]?,
        _ before: HeaderFields,
        _ recorded: [UInt8]?
    ) throws(PropertyFailure) {
        guard let body, let recorded else { return }
        for (new, old) in zip(headers, before) where old.isNamed("Content-Length") {
            guard ExactText(old.value) == "\(recorded.count)" else { continue }
            try requireSame(new.value, "\(body.count)", "redaction-keeps-lengths-right")
        }
    }

    /// Every text of an exchange in which a secret may stand.
    static func texts(of exchange: Exchange) -> [[UInt8]] {
        var texts = [exchange.request.method, exchange.request.url].map { Array($0.utf8) }
        texts.append(exchange.request.body ?? [])
        texts += exchange.request.headers.flatMap { [Array($0.name.utf8), Array($0.value.utf8)] }
        if let response = exchange.response {
            texts.append(Array(response.reason.utf8))
            texts += response.headers.flatMap { [Array($0.name.utf8), Array($0.value.utf8)] }
            texts.append(response.body ?? [])
        }
        if case .failure(let reason) = exchange.outcome { texts.append(Array(reason.utf8)) }
        if let entry = exchange.harExtras { texts.append(Array(JSONValue.object(entry).serialized.utf8)) }
        return texts
    }

    /// JSON stays JSON of the same names.
    private static func sameJSONShape(
        _ before: [UInt8],
        _ after: [UInt8],
        _ gate: SecretScanner
    ) throws(PropertyFailure) {
        guard let first = try? JSONValue(parsing: before) else { return }
        guard let second = try? JSONValue(parsing: after) else {
            throw PropertyFailure("redaction-keeps-json", String(decoding: after, as: UTF8.self))
        }
        try sameShape(first, second, gate)
    }

    private static func sameShape(
        _ first: JSONValue,
        _ second: JSONValue,
        _ gate: SecretScanner
    ) throws(PropertyFailure) {
        switch (first, second) {
        case (.object(let one), .object(let other)):
            try requireEqual(other.members.count, one.members.count, "redaction-keeps-the-shape")
            for (mine, theirs) in zip(one.members, other.members) {
                // A secret that stands in a name is replaced there too: letter by letter, but for its escapes.
                let isKept = theirs.key.utf8.count == mine.key.utf8.count || !gate.scan(Array(mine.key.utf8)).isEmpty
                try require(isKept, "redaction-keeps-names", "\(theirs.key) is not \(mine.key)")
                try sameShape(mine.value, theirs.value, gate)
            }
        case (.array(let one), .array(let other)):
            try requireEqual(other.count, one.count, "redaction-keeps-the-shape")
            for (mine, theirs) in zip(one, other) { try sameShape(mine, theirs, gate) }
        case (.string, .string), (.number, .number), (.bool, .bool), (.null, .null): return
        default: throw PropertyFailure("redaction-keeps-the-shape", "\(first.serialized) and \(second.serialized)")
        }
    }
}
