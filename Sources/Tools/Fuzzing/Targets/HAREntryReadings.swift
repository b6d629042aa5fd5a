import Documents
import Exchanges
import FuzzReadings

/// Holds the exchanges of an archive against its entries: times, and the bytes of bodies.
enum HAREntryReadings {
    /// Each exchange has the time, the duration and the bodies that its entry states.
    ///
    /// The archive is in UTF-8, and one that was read.
    static func agree(_ exchanges: [Exchange], with archive: [UInt8]) throws(PropertyFailure) {
        let text = archive.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(archive.dropFirst(3)) : archive
        guard let value = try? JSONValue(parsing: text, limits: HARReadings.limits),
            case .array(let entries)? = value["log"]?["entries"], entries.count == exchanges.count
        else { throw PropertyFailure("archive-keeps-every-entry", "\(exchanges.count) entries were read") }
        for (exchange, entry) in zip(exchanges, entries) { try agree(exchange, with: entry) }
    }

    private static func agree(_ exchange: Exchange, with entry: JSONValue) throws(PropertyFailure) {
        try DateReadings.agree(exchange.startedAt, with: entry["startedDateTime"]?.string ?? "")
        let duration = entry["time"]?.number.flatMap { CountedDuration.microseconds($0.text) } ?? 0
        try requireEqual(exchange.durationMicroseconds, duration, "duration-in-whole-microseconds")
        try requestBody(exchange.request.body, entry["request"]?["postData"])
        guard let response = exchange.response else { return }
        try requireEqual(response.body, body(entry["response"]?["content"]), "body-is-what-the-text-stands-for")
    }

    private static func requestBody(_ found: [UInt8]?, _ data: JSONValue?) throws(PropertyFailure) {
        guard data?["text"] == nil, let fields = form(data) else {
            return try requireEqual(found, body(data), "body-is-what-the-text-stands-for")
        }
        // How a form is escaped is free; what it says is not.
        try requireEqual(found.map { HandReadForm.fields($0) }, fields, "form-of-fields-alone")
    }

    /// The names and values of a form that is given by its fields; nil if it is none, or if something else is among
    /// them.
    private static func form(_ data: JSONValue?) -> [[[UInt8]]]? {
        guard HandReadForm.isForm(data?["mimeType"]?.string ?? ""), case .array(let params)? = data?["params"],
            !params.isEmpty
        else { return nil }
        var fields: [[[UInt8]]] = []
        for case .object(let field) in params {
            guard field.members.count == 2, let name = field["name"]?.string, let value = field["value"]?.string else {
                return nil
            }
            fields.append([Array(name.utf8), Array(value.utf8)])
        }
        return fields.count == params.count ? fields : nil
    }

    /// Returns the bytes that the text of a body stands for: Base64 of either alphabet, padded or not, if it is
    /// declared to be and is some.
    private static func body(_ content: JSONValue?) -> [UInt8]? {
        guard let text = content?["text"]?.string.map({ Array($0.utf8) }) else { return nil }
        guard let encoding = content?["encoding"]?.string, sameLetters(encoding, "base64") else { return text }
        return IndependentBase64.decodeTolerantly(text, isURLSafe: false)
            ?? IndependentBase64.decodeTolerantly(text, isURLSafe: true) ?? text
    }
}
