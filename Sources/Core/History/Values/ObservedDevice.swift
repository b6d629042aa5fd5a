/// A device of a recording, as its calls show it.
public struct ObservedDevice: Hashable, Sendable {
    /// The identity that distinguishes it from others.
    public var identity: Identity
    /// The ids that its calls send beside the one that it is told by: the app has changed it.
    public var otherIDs: [String] = []
    /// The names it gives itself in `User-Agent`, each once, in order; those of a browser that logs in for it are not
    /// among them.
    public var userAgents: [String] = []
    /// The ordinals of its calls of Adobe Pass, the browser half of its second screen included.
    public var ordinals: [Int] = []
    /// Those of ``ordinals`` that a browser made for it.
    public var secondScreenOrdinals: [Int] = []

    /// The number of calls of Adobe Pass that belong to it.
    public var callCount: Int { ordinals.count }

    /// The ways in which a device is distinguished from others.
    public enum Identity: Hashable, Sendable {
        /// Its id, as its calls send it.
        case id(String)
        /// A browser, which is given another id with each registration: by the requestor that it logs in for.
        case browser(String)
        /// A device that does not show itself: the one for which this registration code was made.
        case code(String)
        /// A device of whose calls none names it: by its `User-Agent`.
        case userAgent(String)
    }

    /// The name that `--device` takes for it.
    public var name: String {
        switch identity {
        case .id(let id): id
        case .browser(let requestor): "browser \(requestor)"
        case .userAgent(let agent): agent.isEmpty ? "(no User-Agent)" : agent
        case .code(let code): "code \(code)"
        }
    }
}
