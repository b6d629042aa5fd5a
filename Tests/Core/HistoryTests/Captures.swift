import Checkout
import Exchanges
import Foundation
import History

/// The bundled captures as recordings.
enum Captures {
    private static let directory = Checkout.top.appending(path: "Recordings/captures")

    /// The capture of this name, with its VSA log if it has one.
    static func recording(_ name: String) throws -> Recording {
        let archive = try Data(contentsOf: directory.appending(path: name + ".har"))
        var recording = try HAR.recording(parsing: Array(archive))
        if let bytes = try? Data(contentsOf: directory.appending(path: name + ".accounts.jsonl")) {
            recording.vsaCalls = try VSALog.parse(Array(bytes))
        }
        return recording
    }

    /// The history of the capture of this name.
    static func history(_ name: String) throws -> History { History(try recording(name)) }
}
