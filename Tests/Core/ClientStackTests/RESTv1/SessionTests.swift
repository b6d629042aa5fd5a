import ClientStack
import PassAPI
import Testing
import VirtualTime

@Suite("S11: authorization")
struct SessionTests {
    @Test("K-74, K-125, K-166: each playback authorizes and fetches a media token anew")
    func twice() {
        var dialogue = Dialogue.signedIn()
        for number in 1...2 {
            dialogue.user(.play(resource: "KITE1"))
            dialogue.service(.authorization())
            dialogue.service(.media("KITE1", "media-\(number)"))
        }
        #expect(dialogue.operations == [.checkAuthentication, .authorize, .mediaToken, .authorize, .mediaToken])
        #expect(dialogue.played == [["KITE1", "media-1"], ["KITE1", "media-2"]])
    }

    @Test("A refusal by the provider is a message with its words, and the user stays signed in")
    func refused() {
        var dialogue = Dialogue.signedIn()
        dialogue.user(.play(resource: "KITE1"))
        dialogue.service(.error(403, message: "User not authorized", details: "Not in your package"))
        #expect(dialogue.messages == ["“KITE1” is not in your subscription: Not in your package"])
        #expect(dialogue.client.isSignedIn && dialogue.client.isIdle && dialogue.played.isEmpty)
        dialogue.user(.play(resource: "KITE1"))
        dialogue.service(PassResponse(status: 403, .empty))
        #expect(dialogue.messages.last == "“KITE1” is not authorized: status 403")
    }

    @Test("Other failures are messages", arguments: [400, 404, 500, 204])
    func failed(_ status: Int) {
        var dialogue = Dialogue.signedIn()
        dialogue.user(.play(resource: "KITE1"))
        dialogue.service(.error(status, message: "Oops"))
        #expect(dialogue.messages == ["“KITE1” cannot be played: status \(status), Oops"])
        dialogue.user(.play(resource: "KITE1"))
        dialogue.service(.authorization())
        dialogue.service(.error(status, message: "Oops"))
        #expect(dialogue.messages.count == 2 && dialogue.played.isEmpty && dialogue.client.isSignedIn)
    }

    @Test("410 of an authorization speaks of the AuthN token, and of an authorization only where its code does")
    func gone() {
        for (code, signsOn) in [(nil, true), ("authorization_expired", false), ("authorization_not_found", false)] {
            var dialogue = Dialogue.signedIn()
            dialogue.user(.play(resource: "KITE1"))
            dialogue.service(.error(410, code, message: "Gone"))
            #expect((dialogue.client.step == .checkPlatform) == signsOn)
            #expect(dialogue.messages.isEmpty == signsOn)
        }
        // Of a media token it is the authorization that is over (rest-api-v1.md §7.9).
        var media = Dialogue.signedIn()
        media.user(.play(resource: "KITE1"))
        media.service(.authorization())
        media.service(.error(410, message: "Gone"))
        #expect(media.messages == ["“KITE1” cannot be played: status 410, Gone"] && media.client.isSignedIn)
        // Once for a pending request.
        var twice = Dialogue.signedIn(Kite.configuration { $0.options.usesPlatformSignOn = false })
        twice.user(.play(resource: "KITE1"))
        twice.service(.error(410))
        twice.service(.code())
        twice.service(.authentication("Meadowlark"))
        twice.service(.error(410, message: "Gone"))
        #expect(twice.messages == ["“KITE1” cannot be played: status 410, Gone"] && twice.client.isIdle)
    }

    @Test("No answer is a message, at either call")
    func unreachable() {
        var dialogue = Dialogue.signedIn()
        dialogue.user(.play(resource: "KITE1"))
        dialogue.networkFails()
        dialogue.user(.play(resource: "KITE1"))
        dialogue.service(.authorization())
        dialogue.networkFails()
        #expect(dialogue.messages == Array(repeating: "“KITE1” cannot be played: no route", count: 2))
    }

    @Test(
        "Where the AuthN token is gone the client signs on from S2 and plays then",
        arguments: [
            PassResponse.error(412, message: "User not authenticated"),
            .error(401, "authentication_session_invalidated"), .error(403, "authentication_session_missing"),
            .error(403, "authorization_denied_by_hba_policies", action: "authentication"),
            PassResponse(status: 200, .pendingLogout(reason: nil)),
        ]
    )
    func signsOnAgain(_ answer: PassResponse) {
        for isMedia in [false, true] {
            var dialogue = Dialogue.signedIn()
            dialogue.user(.play(resource: "KITE1"))
            dialogue.user(.play(resource: "KITE2"))
            if isMedia { dialogue.service(.authorization()) }
            dialogue.service(answer)
            #expect(dialogue.client.step == .checkPlatform && !dialogue.client.isSignedIn)
            dialogue.platform(.granted)
            dialogue.platform(.signedIn())
            dialogue.service(.configuration())
            dialogue.service(.profile)
            dialogue.platform(.granted)
            dialogue.platform(.saml())
            dialogue.service(.noContent)
            dialogue.service(.authorization())
            dialogue.service(.media())
            dialogue.service(.authorization("KITE2"))
            dialogue.service(.media("KITE2"))
            #expect(dialogue.played == [["KITE1", "media-1"], ["KITE2", "media-1"]])
        }
    }

    @Test(
        "A playback causes one sign-on, not two, whichever call is refused: the second time it is a message",
        arguments: [false, true],
        [false, true]
    )
    func noLoop(firstOfMedia: Bool, secondOfMedia: Bool) {
        var dialogue = Dialogue.signedIn(Kite.configuration { $0.options.usesPlatformSignOn = false })
        dialogue.user(.play(resource: "KITE1"))
        if firstOfMedia { dialogue.service(.authorization()) }
        dialogue.service(.error(412))
        #expect(dialogue.client.step == .regularLogin)
        dialogue.service(.code())
        dialogue.service(.authentication("Meadowlark"))
        if secondOfMedia { dialogue.service(.authorization()) }
        dialogue.service(.error(412, message: "User not authenticated"))
        #expect(dialogue.messages == ["“KITE1” cannot be played: status 412, User not authenticated"])
        #expect(dialogue.client.isSignedIn && dialogue.client.isIdle)
    }

    @Test("A preauthorization causes one sign-on, not two")
    func noLoopOfPreauthorization() {
        var dialogue = Dialogue.signedIn(Kite.configuration { $0.options.usesPlatformSignOn = false })
        dialogue.user(.preauthorize(resources: ["KITE1"]))
        dialogue.service(.error(412))
        #expect(dialogue.client.step == .regularLogin)
        dialogue.service(.code())
        dialogue.service(.authentication("Meadowlark"))
        #expect(dialogue.operations.last == .preauthorize)
        dialogue.service(.error(412, message: "User not authenticated"))
        #expect(
            dialogue.messages == [
                "It could not be found out what you may watch: status 412, User not authenticated"
            ]
        )
        #expect(dialogue.client.isSignedIn && dialogue.client.isIdle)
    }

    @Test("401 with a fresh access token means that the user has to sign on")
    func unauthorized() {
        var dialogue = Dialogue.signedIn()
        dialogue.user(.play(resource: "KITE1"))
        dialogue.service(.error(401))
        dialogue.service(.token("token-1"))
        #expect(dialogue.operations.last == .authorize)
        dialogue.service(.error(401))
        #expect(dialogue.client.step == .checkPlatform)
    }

    @Test("A configuration of this launch is used again by the next sign-on")
    func reusesConfiguration() {
        var dialogue = Dialogue.atExchange(Kite.configuration())
        dialogue.service(.noContent)
        dialogue.user(.play(resource: "KITE1"))
        dialogue.service(.error(412))
        dialogue.platform(.granted)
        dialogue.platform(.signedIn())
        #expect(dialogue.operations.last == .profileRequest)
    }

    // MARK: Answers about something else

    @Test(
        "An authorization for another requestor, resource or MVPD is no authorization",
        arguments: [
            (PassResponse.authorization(requestor: "OTHER"), "requestor “OTHER”, but “KITETV”"),
            (.authorization("KITE2"), "resource “KITE2”, but “KITE1”"),
            (.authorization(mvpd: "Plover"), "MVPD “Plover”, but “Meadowlark”"),
            // A proxy, but another MVPD's.
            (.authorization(mvpd: "Lark", proxy: "Ponds"), "MVPD “Lark”, but “Meadowlark”"),
            (.authorization(proxy: "Meadowlark", requestor: "OTHER"), "requestor “OTHER”, but “KITETV”"),
            (.authorization("KITE2", mvpd: "Lark", proxy: "Meadowlark"), "resource “KITE2”, but “KITE1”"),
        ]
    )
    func otherAuthorization(_ answer: PassResponse, difference: String) {
        var dialogue = Dialogue.atExchange()
        dialogue.service(.noContent)
        dialogue.user(.play(resource: "KITE1"))
        dialogue.service(answer)
        #expect(dialogue.messages == ["The response is for \(difference) was requested."])
        #expect(dialogue.client.isIdle && dialogue.operations.last == .authorize)
    }

    @Test(
        "A media token for another requestor, resource or MVPD is not played",
        arguments: [
            (PassResponse.media(requestor: "OTHER"), "requestor “OTHER”, but “KITETV”"),
            (.media("KITE2"), "resource “KITE2”, but “KITE1”"),
            (.media(mvpd: "Plover"), "MVPD “Plover”, but “Meadowlark”"),
        ]
    )
    func otherMediaToken(_ answer: PassResponse, difference: String) {
        // With a proxy beside it the authorization is Meadowlark's all the same.
        for proxy in [nil, "Ponds"] {
            var dialogue = Dialogue.signedIn()
            dialogue.user(.play(resource: "KITE1"))
            dialogue.service(.authorization(proxy: proxy))
            dialogue.service(answer)
            #expect(dialogue.messages == ["The response is for \(difference) was requested."])
            #expect(dialogue.played.isEmpty && dialogue.client.isSignedIn)
        }
    }

    @Test("A resource may be asked for as MRSS and answered by its plain id")
    func mrss() {
        let document = #"<rss version="2.0"><channel><title>KITE1</title></channel></rss>"#
        var dialogue = Dialogue.signedIn()
        dialogue.user(.play(resource: document))
        dialogue.service(.authorization("KITE1"))
        #expect(dialogue.requests.last?["resource"] == document)
        dialogue.service(.media("KITE1"))
        #expect(dialogue.played == [[document, "media-1"]])
    }

    @Test("A proxy may answer for the MVPD")
    func proxy() {
        var dialogue = Dialogue.atExchange()
        dialogue.service(.noContent)
        dialogue.user(.play(resource: "KITE1"))
        dialogue.service(.authorization(mvpd: "Lark", proxy: "Meadowlark"))
        dialogue.service(.media(mvpd: "Meadowlark"))
        #expect(dialogue.played.count == 1)
    }

    @Test("The MVPD is learnt from the first authorization where S1 did not name it")
    func learnsMVPD() {
        var dialogue = Dialogue.signedIn()
        dialogue.user(.play(resource: "KITE1"))
        dialogue.service(.authorization(mvpd: "Plover"))
        dialogue.service(.media(mvpd: "Plover"))
        dialogue.user(.play(resource: "KITE1"))
        dialogue.service(.authorization(mvpd: "Meadowlark"))
        #expect(dialogue.messages == ["The response is for MVPD “Meadowlark”, but “Plover” was requested."])
    }

    // MARK: Preauthorization and metadata

    @Test("A preauthorization asks for a list and shows the answer")
    func preauthorizes() {
        var dialogue = Dialogue.signedIn()
        dialogue.user(.preauthorize(resources: ["KITE1", "KITE2"]))
        #expect(dialogue.requests.last?["resource"] == "KITE1,KITE2")
        let answer = [
            PreauthorizedResource(id: "KITE1", isAuthorized: true),
            PreauthorizedResource(id: "KITE2", isAuthorized: false),
        ]
        #expect(
            dialogue.service(PassResponse(status: 200, .preauthorization(answer))) == [
                .present(.preauthorization(answer))
            ]
        )
    }

    @Test("A preauthorization of nothing needs no call")
    func preauthorizesNothing() {
        var dialogue = Dialogue.signedIn()
        #expect(dialogue.user(.preauthorize(resources: [])) == [.present(.preauthorization([]))])
        #expect(dialogue.client.isIdle)
    }

    @Test("A preauthorization fails with a message, signs on again, or answers about something else")
    func preauthorizationFails() {
        var dialogue = Dialogue.signedIn()
        dialogue.user(.preauthorize(resources: ["KITE1"]))
        dialogue.service(.error(403, "too_many_resources"))
        dialogue.user(.preauthorize(resources: ["KITE1"]))
        dialogue.networkFails()
        dialogue.user(.preauthorize(resources: ["KITE1"]))
        let other = [PreauthorizedResource(id: "KITE9", isAuthorized: true)]
        dialogue.service(PassResponse(status: 200, .preauthorization(other)))
        #expect(
            dialogue.messages == [
                "It could not be found out what you may watch: status 403, too_many_resources",
                "The service did not respond: no route",
                "The response is for resource “KITE9”, which was not requested.",
            ]
        )
        dialogue.user(.preauthorize(resources: ["KITE1"]))
        dialogue.service(.error(412, "preauthorization_authentication_session_missing"))
        #expect(dialogue.client.step == .checkPlatform)
    }

    @Test("User metadata is read; none at all is nothing to report, a failure is")
    func metadata() {
        var dialogue = Dialogue.signedIn()
        for answer in [PassResponse.metadata(tokenSource: nil), .notFound] {
            dialogue.user(.readUserMetadata)
            #expect(dialogue.operations.last == .userMetadata)
            #expect(dialogue.service(answer).isEmpty && dialogue.client.isIdle)
        }
        dialogue.user(.readUserMetadata)
        dialogue.service(.error(412, message: "expired"))
        dialogue.user(.readUserMetadata)
        dialogue.networkFails()
        #expect(
            dialogue.messages == [
                "The user's metadata could not be read: status 412, expired", "The service did not respond: no route",
            ]
        )
        #expect(dialogue.client.isSignedIn)
    }
}
