import Checkout
import Exchanges
import Foundation
import Redaction
import Testing

/// The bundled captures as recordings.
enum Captures {
    /// The captures of clients that follow the cookbook.
    static let cookbook = ["access-denied-tvos", "apple-sso-tvos", "second-screen-tvos", "unsupported-provider-tvos"]
    /// The captures of a client that speaks the browser dialect.
    static let browser = ["ytdlp-cached-second-play", "ytdlp-sign-on"]

    private static let folder = Checkout.top.appending(path: "Recordings/captures")

    /// The capture of this name, with its VSA log if it has one.
    static func recording(_ name: String, withVSALog: Bool = true) throws -> Recording {
        let archive = try Data(contentsOf: folder.appending(path: name + ".har"))
        var recording = try HAR.recording(parsing: Array(archive))
        let log = folder.appending(path: name + ".accounts.jsonl")
        if withVSALog, let bytes = try? Data(contentsOf: log) {
            recording.vsaCalls = try VSALog.parse(Array(bytes))
        }
        return recording
    }
}

extension Recording {
    /// The recording without the exchange of this ordinal; the others keep theirs, as after a deleted row.
    func cutting(_ ordinal: Int) -> Recording {
        var copy = self
        copy.exchanges.removeAll { $0.ordinal == ordinal }
        return copy
    }

    /// The recording without the exchange of this ordinal, the later ones numbered anew, as after editing the HAR.
    func cuttingAndRenumbering(_ ordinal: Int) -> Recording {
        var copy = cutting(ordinal)
        for index in copy.exchanges.indices { copy.exchanges[index].ordinal = index + 1 }
        return copy
    }

    /// The recording with its secrets replaced under `key`.
    func redacted(key: [UInt8]) -> Recording {
        var redactor = Redactor(key: key)
        for exchange in exchanges { redactor.study(exchange) }
        for response in vsaCalls { redactor.study(response) }
        var copy = self
        copy.exchanges = exchanges.map { redactor.redact($0) }
        copy.vsaCalls = vsaCalls.map { redactor.redact($0) }
        return copy
    }

    /// The recording with the answers of two exchanges swapped.
    func swappingAnswers(_ first: Int, _ second: Int) -> Recording {
        var copy = self
        copy.exchanges[first - 1].outcome = exchanges[second - 1].outcome
        copy.exchanges[second - 1].outcome = exchanges[first - 1].outcome
        return copy
    }

    /// The recording with `old` replaced by `new` in the answer of one exchange.
    func changingAnswer(_ ordinal: Int, _ old: String, _ new: String) throws -> Recording {
        var copy = self
        var response = try #require(exchanges[ordinal - 1].response)
        let text = String(decoding: response.body ?? [], as: UTF8.self)
        #expect(text.contains(old), "the answer holds no \(old)")
        response.body = Array(text.replacingOccurrences(of: old, with: new).utf8)
        copy.exchanges[ordinal - 1].outcome = .response(response)
        return copy
    }

    /// The recording with another status in the answer of one exchange.
    func changingStatus(_ ordinal: Int, to status: Int) throws -> Recording {
        var copy = self
        var response = try #require(exchanges[ordinal - 1].response)
        response.status = status
        copy.exchanges[ordinal - 1].outcome = .response(response)
        return copy
    }
}
