public import Documents
import Simulation
import VirtualTime

/// Where a fact comes from, as an object: `{"type":"app","name":"com.kite.tv"}`.
///
/// `name` is missing where there is only one of the type; `line` where it does not apply.
public struct SourceJSON: Hashable, Sendable {
    /// The types of sources.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// What was recorded.
        case recording
        /// The simulated service.
        case service
        /// An MVPD of the simulated service.
        case mvpd
        case device
        case app
        case scenario
        /// The network between app and service.
        case network
        /// The replay itself.
        case replay
        /// A file that was read.
        case file
    }

    /// Which type it is.
    public var kind: Kind
    /// Which one of its type.
    public var name: String?
    /// The line of the file.
    public var line: Int?

    /// A source of this type, name and line.
    public init(_ kind: Kind, _ name: String? = nil, line: Int? = nil) {
        self.kind = kind
        self.name = name
        self.line = line
    }

    /// The source that `title` names in one text: `service`, `app com.kite.tv`.
    init(title: String) {
        let parts = title.split(separator: " ", maxSplits: 1)
        self.init(
            parts.first.flatMap { Kind(rawValue: String($0)) } ?? .recording,
            parts.count > 1 ? String(parts[1]) : nil
        )
    }

    /// The source of something that holds.
    init(of source: StateEntry.Source) {
        switch source {
        case .service: self.init(.service)
        case .mvpd(let id): self.init(.mvpd, id)
        case .device(let name): self.init(.device, name)
        case .app(let id): self.init(.app, id)
        }
    }

    /// The object.
    public var value: JSONValue {
        var object: JSONObject = ["type": .string(kind.rawValue)]
        if let name { object["name"] = .string(name) }
        if let line { object["line"] = .count(line) }
        return .object(object)
    }
}
