import PassAPI
import Services
import VirtualTime

/// Whether responses of REST API V2 are about what was asked (rest-api-v2.md §5).
extension AnswerCheck.Fields {
    mutating func check(_ session: AuthenticationSession, of call: RecordedCall, _ request: PassRequest) {
        expect("serviceProvider", session.serviceProvider, request.requestor)
        expect("mvpd", session.mvpd, request.mvpd)
        guard session.code != nil, session.notAfter != nil else { return }
        expectSpan("notAfter", from: session.notBefore, to: session.notAfter, atMost: AnswerCheck.longestCode)
        expectFuture("notAfter", session.notAfter, at: call.endedAt)
    }

    /// Profiles that have expired drop out of the map (§5.6).
    mutating func check(
        _ profiles: [Profile],
        of call: RecordedCall,
        _ request: PassRequest,
        _ mvpds: [String]?
    ) {
        for profile in profiles {
            let place = "profiles.\(profile.mvpd)"
            expect(place, profile.mvpd, request.mvpd)
            if let mvpds, !mvpds.contains(profile.mvpd) {
                add(place, profile.mvpd, .oneOf, mvpds.joined(separator: ", "))
            }
            expectFuture(place + ".notAfter", profile.notAfter, at: call.endedAt)
        }
    }

    mutating func check(_ decisions: [ResourceDecision], of call: RecordedCall, _ request: PassRequest) {
        let asked = Set(request.resources.map { MRSSResource($0).canonical })
        for decision in decisions {
            let name = MRSSResource(decision.resource).canonical
            let place = "decisions.\(MRSSResource(decision.resource).name)."
            expect(place + "serviceProvider", decision.serviceProvider, request.requestor)
            expect(place + "mvpd", decision.mvpd, request.mvpd)
            if !asked.contains(name) {
                add(place + "resource", decision.resource, .oneOf, request.resources.joined(separator: ", "))
            }
            guard decision.isAuthorized, let token = decision.token else { continue }
            expectFuture(place + "token.notAfter", token.notAfter, at: call.endedAt)
            check(
                token: token.serializedToken,
                requestor: decision.serviceProvider ?? request.requestor,
                resource: decision.resource,
                mvpd: decision.mvpd ?? request.mvpd,
                expires: token.notAfter,
                at: place + "token."
            )
        }
    }
}
