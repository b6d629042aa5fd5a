import Documents
import Exchanges
import PassAPI
import Simulation
import VirtualTime

// The bars of the live page.

extension PageEvent {
    /// The bar of a request that was served; `isProgrammers` tells a host of the programmer's.
    init(_ entry: ServedEntry, isProgrammers: (String) -> Bool) {
        let url = URLParts(entry.url)
        let name = entry.vsa?.method ?? entry.operation?.rawValue ?? "\(entry.method) \(Self.path(entry))"
        self.init(.request, entry.ordinal, Self.lane(of: entry, isProgrammers), at: entry.instant, name)
        status = entry.status.map(String.init) ?? "-"
        level = Self.level(of: entry)
        let host = entry.vsa == nil ? [String(url.host)] : []
        fact = (host + ServedText.facts(of: entry)).filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// The bar of a step of control.
    init(step text: String, _ number: Int, at instant: Instant) {
        self.init(.step, number, .control, at: instant, text)
    }

    private static func path(_ entry: ServedEntry) -> String {
        let path = URLParts(MaskedValue.url(entry.url, in: entry.operation)).path
        return path.isEmpty ? "/" : String(path)
    }

    private static func level(of entry: ServedEntry) -> Level {
        guard !entry.isUnmatched, let status = entry.status else { return .error }
        if status == 429 { return .throttled }
        if status >= 500 { return .error }
        if entry.fault != nil { return .refused }
        guard status >= 400 else { return .ok }
        return entry.operation?.specification.isPoll == true ? .poll : .refused
    }

    private static func lane(of entry: ServedEntry, _ isProgrammers: (String) -> Bool) -> Lane {
        if entry.vsa != nil { return .vsa }
        if case .foreignHost = entry.source { return .other }
        if entry.operation != nil { return .adobe }
        switch ExchangeKind(of: HTTPRequest(method: entry.method, url: entry.url)) {
        case .operation, .unrecognizedAdobe, .preflight: return .adobe
        case .providerPage: return .provider
        case .programmerService: return .programmer
        case .other(let host):
            if isProgrammers(host) { return .programmer }
            // The simulated service has no pages but its own, its programmers' and its providers'.
            if case .simulated = entry.source { return .provider }
            return .other
        }
    }
}
