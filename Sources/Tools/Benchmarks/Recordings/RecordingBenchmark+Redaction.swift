import Exchanges
import Foundation
import PassAPI
import RecordingStore
import Redaction
import VirtualTime

extension RecordingBenchmark {
    /// Measures what a recorder does with each exchange, one after the other: study, redact, name, append.
    ///
    /// - Parameters:
    ///   - path: the recording to write.
    ///   - count: the number of exchanges.
    ///   - source: `invented` for exchanges with secrets of their own, `small` for one short response again and again,
    ///     else the path of a HAR file whose exchanges are gone through again and again.
    /// - Throws: if a file cannot be read or written.
    static func record(to path: String, count: Int, source: String) throws {
        var generator = ExchangeGenerator()
        let fixed = try exchanges(of: source)
        var options = RecordingWriter.Options()
        options.replacesExisting = true
        options.durability = .everyAppend
        let writer = try RecordingWriter.create(at: path, options: options)
        var redactor = Redactor(key: (0..<32).map { UInt8($0) }, remembering: .live)
        var classifier = ExchangeClassifier()
        var (study, redact, name, append) = (0.0, 0.0, 0.0, 0.0)
        for start in stride(from: 0, to: count, by: 64) {
            let batch = (start..<min(start + 64, count)).map {
                fixed.isEmpty ? generator.next().exchange : fixed[$0 % fixed.count]
            }
            study += Measurement.seconds { for exchange in batch { redactor.study(exchange) } }
            var redacted: [Exchange] = []
            redact += Measurement.seconds { redacted = batch.map { redactor.redact($0) } }
            var named: [(Exchange, String, String?)] = []
            name += Measurement.seconds {
                named = redacted.map { exchange in
                    let request = PassRequest(recognizing: exchange.request)
                    return (exchange, classifier.kind(of: exchange, recognizedAs: request).label, request?.matchKey)
                }
            }
            append += try Measurement.seconds {
                try writer.transaction {
                    for (exchange, name, key) in named { try writer.append(exchange, operation: name, matchKey: key) }
                }
            }
        }
        try writer.finish()
        func each(_ spent: Double) -> String { Measurement.decimal(spent / Double(max(count, 1)) * 1_000_000) }
        report([
            ("exchanges", "\(count)"), ("study_us", each(study)), ("redact_us", each(redact)), ("name_us", each(name)),
            ("append_us", each(append)), ("all_us", each(study + redact + name + append)),
        ])
    }

    private static func exchanges(of source: String) throws -> [Exchange] {
        switch source {
        case "synthetic": return []
        case "small": return [smallExchange]
        default:
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: source)))
            return try HAR.recording(parsing: bytes).exchanges
        }
    }

    /// A short question with a short answer.
    private static var smallExchange: Exchange {
        let body =
            #"{"resource":"KITE1","mvpd":"Plover","authorized":true,"note":"\#(String(repeating: "ok ", count: 140))"}"#
        return Exchange(
            ordinal: 1,
            startedAt: Instant(microsecondsSince1970: 1_795_211_956_577_353),
            durationMicroseconds: 1_000,
            request: HTTPRequest(
                method: "GET",
                url: "http://origin.example/api/status?resource=KITE1",
                headers: [
                    HeaderField("Host", "origin.example"), HeaderField("User-Agent", "KiteTV/4.2"),
                    HeaderField("Accept", "*/*"),
                ]
            ),
            outcome: .response(
                HTTPResponse(
                    status: 200,
                    reason: "OK",
                    headers: [
                        HeaderField("Content-Type", "application/json"),
                        HeaderField("Content-Length", "\(body.utf8.count)"),
                        HeaderField("Date", "Fri, 20 Nov 2026 21:59:18 GMT"),
                    ],
                    body: Array(body.utf8)
                )
            )
        )
    }
}
