import Documents
import Exchanges
import PassAPI
import Services
import Tokens
import VirtualTime

extension Findings {
    /// Logouts that do not name the requestor.
    ///
    /// Adobe's page lists it, and does not call it mandatory (rest-api-v1.md §7.13).
    func logoutsWithoutRequestor(at now: Instant) -> [Finding] {
        let found = session.calls.filter { $0.request.operation.role == .logout && $0.request.requestor == nil }
        guard !found.isEmpty else { return [] }
        return [.warning(ReplayWarning(.logoutWithoutRequestor, at: now, exchanges: found.map(\.ordinal)))]
    }

    /// Authorizations that were requested while the app held a valid AuthZ token for the resource.
    ///
    /// AccessEnabler requests a media token alone then (access-enabler.md §6.5). With the REST API, which hands out no
    /// AuthZ token, each playback has its authorization (DEC-001).
    func authorizationsNotNeeded(at now: Instant) -> [Finding] {
        var held: [String: Instant] = [:]
        var found: [(operation: PassAPI.Operation, media: PassAPI.Operation, ordinals: [Int])] = []
        for call in session.calls where call.request.operation.interface == .accessEnabler {
            let name = (call.request["resource_id"] ?? call.request.resource).map { MRSSResource($0).canonical }
            switch (call.purpose, name) {
            case (.authorization, let name?):
                if let media = call.request.operation.mediaTokenAlone, let expires = held[name],
                    call.startedAt < expires
                {
                    let place = found.firstIndex { $0.operation == call.request.operation } ?? found.endIndex
                    if place == found.endIndex { found.append((call.request.operation, media, [])) }
                    found[place].ordinals.append(call.ordinal)
                }
                held[name] = call.isGranted ? call.authorizationExpires : nil
            case (.media, let name?):
                // What the service refuses has to be requested again, whatever its time.
                if !call.isGranted { held[name] = nil }
            case (.logout, _): held = [:]
            case (.authorization, nil), (.media, nil), (.access, _), (.providers, _), (.signIn, _), (.signInStep, _),
                (.platformSignOn, _), (.check, _), (.authorizationCheck, _), (.preauthorization, _), (.signature, _),
                (.metadata, _), (.reset, _):
                if call.authenticationExpires != nil { held = [:] }
            }
        }
        return found.map { operation, media, ordinals in
            .warning(ReplayWarning(.authorizationNotNeeded(operation, media), at: now, exchanges: ordinals))
        }
    }

    /// Media tokens that were sent to another host than Adobe's with a raw `+` in a form or query.
    func rawMediaTokens(at now: Instant) -> [Finding] {
        var found: [(host: String, field: String, ordinals: [Int])] = []
        for playback in Playback.all(in: session) where playback.hasRawPlus {
            let host = "\(URLParts(playback.exchange.request.url).host)"
            let place = found.firstIndex { $0.host == host && $0.field == playback.field } ?? found.endIndex
            if place == found.endIndex { found.append((host, playback.field, [])) }
            found[place].ordinals.append(playback.exchange.ordinal)
        }
        return found.map { host, field, ordinals in
            .warning(ReplayWarning(.mediaTokenNotEncoded(host, field: field), at: now, exchanges: ordinals))
        }
    }
}

extension PassAPI.Operation {
    /// The call that suffices for a media token while the AuthZ token of this one is valid; nil if there is none.
    fileprivate var mediaTokenAlone: PassAPI.Operation? {
        role == .decision ? interface.operation(for: .media, calledBy: caller) : nil
    }
}
