import Documents
import Exchanges
import Foundation
import GRDB
import RecordingStore
import SubscriberAccount
import VirtualTime

/// A folder of its own for a test, gone afterwards.
final class Folder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("kinescope-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
}

extension Exchange {
    /// An invented exchange: the regcode poll number `ordinal`.
    static func sample(_ ordinal: Int, status: Int = 200, body: String? = nil) -> Exchange {
        Exchange(
            ordinal: ordinal,
            startedAt: Instant(microsecondsSince1970: 1_795_211_956_577_353 + Int64(ordinal) * 1_000_000),
            durationMicroseconds: 88_231,
            request: HTTPRequest(
                method: "GET",
                url: "https://api.auth.adobe.com/api/v1/authorize?requestor=KITETV&n=\(ordinal)",
                headers: [HeaderField("Host", "api.auth.adobe.com"), HeaderField("Accept", "application/json")]
            ),
            outcome: .response(
                HTTPResponse(
                    status: status,
                    reason: "OK",
                    headers: [
                        HeaderField("Content-Type", "application/json"), HeaderField("X-Request-Id", "r-\(ordinal)"),
                    ],
                    body: Array((body ?? "{\"resource\": \"KITE\(ordinal)\"}").utf8)
                )
            )
        )
    }
}

/// Writes `exchanges` to a finished recording.
func write(_ exchanges: [Exchange], to path: String, matchKey: (Exchange) -> String? = { "key \($0.ordinal % 3)" })
    throws
{
    let writer = try RecordingWriter.create(at: path)
    for exchange in exchanges { try writer.append(exchange, operation: "authorize", matchKey: matchKey(exchange)) }
    try writer.finish()
}

/// Changes a file with SQL, as a person with `sqlite3` would.
func change(_ path: String, _ sql: String) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
}

/// Whether the file's bytes have this text anywhere.
func holds(_ path: String, _ text: String) -> Bool {
    (try? Data(contentsOf: URL(fileURLWithPath: path)))?.range(of: Data(text.utf8)) != nil
}
