import Checkout
import Documents
import Foundation

/// A folder that is gone when nobody holds it any more.
final class TemporaryFolder: Sendable {
    /// The place where it is.
    let url: URL

    init() {
        url = FileManager.default.temporaryDirectory.appending(path: "kinescope-test-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
        try? FileManager.default.removeItem(at: url)
    }

    /// The URL of the file `name` in it.
    func url(of name: String) -> URL { url.appending(path: name) }

    /// Writes a file.
    func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: url(of: name)) }

    /// Writes a file.
    func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: url(of: name)) }

    /// The bytes of the file `name`.
    func bytes(of name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url(of: name))) }

    /// The names of the files in it, sorted.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }

    /// Copies a bundled capture into it, with its VSA log if it has one.
    func copyCapture(_ name: String) throws {
        for suffix in [".har", ".accounts.jsonl"] {
            let source = Capture.folder.appending(path: name + suffix)
            guard FileManager.default.fileExists(atPath: source.path) else { continue }
            try FileManager.default.copyItem(at: source, to: url(of: name + suffix))
        }
    }
}

/// The captures that are bundled with the checkout.
enum Capture {
    /// The directory where they are.
    static let folder = Checkout.top.appending(path: "Recordings/captures")

    /// The text of a capture in compact form, so that tests can change it by replacing text.
    static func compactText(of name: String) throws -> String {
        try JSONValue(parsing: Array(Data(contentsOf: folder.appending(path: name + ".har")))).serialized
    }

    /// The four that follow the cookbook, each with a VSA log.
    static let cookbook = ["access-denied-tvos", "apple-sso-tvos", "second-screen-tvos", "unsupported-provider-tvos"]

    /// All six.
    static let all = cookbook + ["ytdlp-cached-second-play", "ytdlp-sign-on"]
}
