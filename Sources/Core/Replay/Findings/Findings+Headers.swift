import Documents
import Exchanges
import PassAPI
import Services
import VirtualTime

// What headers of REST API V2 say, whatever a replay sends (rest-api-v2.md §3).

extension Findings {
    /// Headers that do not say what they are for, one finding a header and fault.
    func malformedHeaders(at now: Instant) -> [Finding] {
        var found: [(header: String, fault: HeaderFault, ordinals: [Int])] = []
        for (ordinal, header, fault) in session.headerFaults {
            let place = found.firstIndex { $0.header == header && $0.fault == fault } ?? found.endIndex
            if place == found.endIndex { found.append((header, fault, [])) }
            found[place].ordinals.append(ordinal)
        }
        return found.map { header, fault, ordinals in
            .warning(ReplayWarning(.headerMalformed(header, fault), at: now, exchanges: ordinals))
        }
    }

    /// The app never says what device it runs on; a browser need not.
    ///
    /// Where it does so in one call and not in another, the calls differ.
    func missingDeviceInformation(at now: Instant) -> [Finding] {
        let name = "X-Device-Info"
        let calls = session.calls.filter { call in
            call.request.operation.interface == .restV2
                && call.request.operation.specification.parameters.contains { $0.namesDevice && $0.isRequired }
        }
        let isBrowser = session.calls.contains { $0.request["User-Agent"]?.utf8.starts(with: "Mozilla/".utf8) == true }
        guard !calls.isEmpty, !isBrowser, !session.calls.contains(where: { $0.request[name] != nil }) else { return [] }
        return [.warning(ReplayWarning(.headerMissing(name), at: now, exchanges: calls.map(\.ordinal)))]
    }

    /// Media tokens that were taken to the same address once more after they had been accepted there.
    func reusedMediaTokens(at now: Instant) -> [Finding] {
        var accepted: [String: Instant] = [:]
        var found: [(host: String, ordinals: [Int])] = []
        for playback in Playback.all(in: session) {
            let url = URLParts(playback.exchange.request.url)
            let key = "\(url.host)\(url.path) \(playback.token)"
            if let end = accepted[key], playback.exchange.startedAt >= end {
                let host = "\(url.host)"
                let place = found.firstIndex { $0.host == host } ?? found.endIndex
                if place == found.endIndex { found.append((host, [])) }
                found[place].ordinals.append(playback.exchange.ordinal)
            }
            guard let status = playback.exchange.response?.status, (200..<300).contains(status) else { continue }
            accepted[key] = accepted[key] ?? playback.exchange.endedAt
        }
        return found.map { host, ordinals in
            .warning(ReplayWarning(.mediaTokenReused(host), at: now, exchanges: ordinals))
        }
    }
}
