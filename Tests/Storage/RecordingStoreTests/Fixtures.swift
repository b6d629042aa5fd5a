import Checkout
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

/// Checks whether the file's bytes have this text anywhere.
func holds(_ path: String, _ text: String) -> Bool {
    (try? Data(contentsOf: URL(fileURLWithPath: path)))?.range(of: Data(text.utf8)) != nil
}

/// Copies what a killed process leaves: the files as they are at this moment.
func copyAsKilled(_ path: String, to copy: String) throws {
    for suffix in ["", "-wal", "-shm", "-journal"] {
        try? FileManager.default.removeItem(atPath: copy + suffix)
        // The shared memory is of no use to anybody but the processes that have it.
        if suffix != "-shm", FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
    }
}

/// The contents of a directory: names, kinds and bytes, and whether a file is still the same one.
struct Snapshot: Equatable {
    private var entries: [String: String] = [:]

    init(of folder: Folder) throws {
        for name in folder.names {
            var status = stat()
            lstat(folder.path(name), &status)
            let isFile = status.st_mode & S_IFMT == S_IFREG
            let bytes = isFile ? try Data(contentsOf: URL(fileURLWithPath: folder.path(name))) : Data()
            entries[name] = "\(status.st_mode) \(status.st_ino) \(bytes.count) \(bytes.base64EncodedString())"
        }
    }
}

/// A recorder's writer of a new recording.
func recorder(at path: String, maximumBytes: Int64? = nil, creator: String = "kinescope record") throws
    -> RecordingWriter
{
    var options = RecordingWriter.Options()
    options.durability = .everyAppend
    options.maximumBytes = maximumBytes
    return try RecordingWriter.create(at: path, information: RecordingInformation(creator: creator), options: options)
}

extension Exchange {
    /// The same, started so many seconds after the first sample, and with its place in a recording.
    func started(_ seconds: Int64, ordinal: Int) -> Exchange {
        var exchange = self
        exchange.ordinal = ordinal
        exchange.startedAt = Instant(microsecondsSince1970: 1_795_211_956_577_353 + seconds * 1_000_000)
        return exchange
    }
}

/// A copy of a file in `Corpus/RecordingFile/regression`: one that once made the reader wrong.
func regression(_ name: String, in folder: Folder) throws -> String {
    let file = Checkout.top.appending(path: "Corpus/RecordingFile/regression/\(name).kinescope")
    let path = folder.path("regression.kinescope")
    try FileManager.default.copyItem(at: file, to: URL(fileURLWithPath: path))
    return path
}
