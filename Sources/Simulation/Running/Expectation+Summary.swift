import PassAPI
import Services

extension Expectation {
    /// What is expected, in a line: `playing KITE1`.
    public var summary: String {
        switch self {
        case .playing(let resource): "playing \(resource)"
        case .notPlaying(let reason): "not playing" + (reason.map { ": \($0)" } ?? "")
        case .signedOn(let isSignedOn): isSignedOn ? "signed on" : "signed out"
        case .requests(let operations): "requests " + list(operations.map(\.rawValue))
        case .noRequests(let operations):
            operations.isEmpty ? "no requests" : "no requests of " + list(operations.map(\.rawValue))
        case .callbacks(let names): "callbacks " + list(names)
        case .callback(let name, let words): "callback \(name)" + (words.isEmpty ? "" : " with " + list(words))
        case .noCallback(let name): "no callback \(name)"
        case .step(let name): "step \(name)"
        case .message(let text): "message \(text)"
        case .stored(let words, let isPresent): (isPresent ? "stored " : "not stored ") + list(words)
        case .timeline(let words): "timeline " + list(words)
        case .state(let words): "state " + list(words)
        }
    }

    private func list(_ words: [String]) -> String { words.isEmpty ? "none" : words.joined(separator: ", ") }
}

extension FaultPlan.Rule {
    /// What goes wrong, in a line: `timeout on v1.authorize, twice`.
    var summary: String {
        "\(fault)" + (operations.map { " on " + $0.map(\.rawValue).joined(separator: ", ") } ?? "")
            + (count.map { ", \($0) times" } ?? "")
    }
}
