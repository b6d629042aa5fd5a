import Device
import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

@Suite struct PlatformSignOnTests {
    static let version = PlatformVersion(3, 7)

    /// setRequestor has its configuration, and the platform is asked.
    private static func asked(
        _ version: PlatformVersion = version,
        on system: OperatingSystem = OperatingSystem(.iOS, PlatformVersion(12)),
        _ change: (inout AccessEnablerConfiguration) -> Void = { _ in }
    ) -> SDKDialogue {
        SDKDialogue.configured(version, on: system) {
            $0.usesPlatformSignOn = true
            change(&$0)
        }
    }

    /// getAuthentication shows Apple's picker.
    private static func picking() -> SDKDialogue {
        var dialogue = asked()
        dialogue.platform(.granted)
        dialogue.platform(.nobody2)
        dialogue.call(.getAuthentication())
        dialogue.platform(.granted)
        dialogue.platform(.nobody2)
        return dialogue
    }

    /// Signed on silently.
    private static func silentlySignedOn() -> SDKDialogue {
        var dialogue = asked()
        dialogue.platform(.granted)
        dialogue.platform(.signedIn())
        dialogue.serviceAnswersAll(service)
        dialogue.platform(.saml())
        dialogue.serviceAnswersAll(service)
        return dialogue
    }

    static let service = SDKService(mvpd: "Meadowlark")

    @Test("A user who is signed in at the system is signed in silently: only setRequestorComplete is told")
    func silent() {
        var dialogue = Self.silentlySignedOn()
        #expect(dialogue.callbacks == [.setRequestorComplete(isSuccess: true)])
        #expect(
            dialogue.operations.suffix(3) == [.profileRequest, .exchangeToken, .sessionDevice]
        )
        #expect(dialogue.isAuthenticated)
        #expect(dialogue.call(.checkAuthentication).callbacks == [.authenticated])
    }

    @Test(
        "What stands in the way is told by a code, and again when the user turns out not to be authenticated",
        arguments: [
            (VSAResult.denied, "VSA403"), (.accessStatus(.restricted, nil), "VSA403"),
            (.accessStatus(.notDetermined, nil), "VSA404"),
        ]
    )
    func noAccess(answer: VSAResult, id: String) {
        var dialogue = Self.asked()
        #expect(dialogue.openQuestions.map(\.question) == [.checkAccessStatus(prompt: false)])
        let done = dialogue.platform(answer)
        #expect(done.statusIDs == [id])
        #expect(done.callbacks.last == .setRequestorComplete(isSuccess: true))
        #expect(dialogue.call(.checkAuthentication).statusIDs == [id, "N000"])
    }

    @Test("Nobody signed in is no trouble, a framework that fails is")
    func account() {
        var nobody = Self.asked()
        nobody.platform(.granted)
        #expect(nobody.platform(.nobody2).callbacks == [.setRequestorComplete(isSuccess: true)])
        var busy = Self.asked()
        busy.platform(.granted)
        #expect(busy.platform(.nobody).statusIDs == ["AAPL"])
        #expect(busy.call(.checkAuthentication).statusIDs == ["AAPL_ERROR", "N000"])
    }

    @Test("A service that refuses ends the exchange, and setRequestor completes")
    func refused() {
        for step in 0..<3 {
            var dialogue = Self.asked()
            dialogue.platform(.granted)
            dialogue.platform(.signedIn())
            if step > 0 {
                dialogue.service(.profile)
                dialogue.platform(.saml())
            }
            if step > 1 { dialogue.service(.noContent) }
            let end = dialogue.service(.error(400))
            #expect(end.statusIDs == ["AAPL"])
            #expect(end.callbacks.last == .setRequestorComplete(isSuccess: true))
        }
    }

    @Test("It is not tried before 2.0, on systems without the framework, without entitlement or SSO MVPDs")
    func conditions() {
        #expect(Self.asked(PlatformVersion(1, 10)).openQuestions.isEmpty)
        #expect(Self.asked(on: OperatingSystem(.iOS, PlatformVersion(9))).openQuestions.isEmpty)
        #expect(Self.asked { $0.usesPlatformSignOn = false }.openQuestions.isEmpty)
        #expect(Self.asked().openQuestions[0].question == .checkAccessStatus(prompt: false))
        #expect(Self.asked(PlatformVersion(2, 0)).openQuestions.count == 1)
    }

    @Test("getAuthentication shows Apple's picker with the MVPDs that can, and tells the app of it")
    func picker() {
        let dialogue = Self.picking()
        #expect(dialogue.callbacks.last == .presentTVProviderDialog)
        guard case .enqueue(let request)? = dialogue.openQuestions.last?.question else {
            return #expect(Bool(false))
        }
        #expect(request.isInterruptionAllowed)
        #expect(
            request.supportedAccountProviderIdentifiers == ["com.example.meadowlark", "com.example.sandpiper"]
        )
        #expect(request.featuredAccountProviderIdentifiers == ["com.example.meadowlark"])
    }

    /// Adobe's ids of `TV_PROVIDERS` and `FEATURED_TV_PROVIDERS`, and what Apple's picker is to show of them.
    struct FilterCase: CustomTestStringConvertible {
        var providers: [String]
        var featured: [String]
        var shown: [String]
        var shownAsFeatured: [String]
        var testDescription: String { "\(providers), of them \(featured)" }

        init(_ providers: [String], _ featured: [String], shows shown: [String], _ shownAsFeatured: [String]) {
            self.providers = providers
            self.featured = featured
            self.shown = shown.map { "com.example." + $0 }
            self.shownAsFeatured = shownAsFeatured.map { "com.example." + $0 }
        }
    }

    @Test(
        "A filter decides what Apple's picker shows, in its order; left out are MVPDs without SSO, and featured ones it lacks",
        arguments: [
            FilterCase(
                ["Plover", "Sandpiper", "Meadowlark"],
                ["Sandpiper", "Plover"],
                shows: ["sandpiper", "meadowlark"],
                ["sandpiper"]
            ),
            FilterCase(
                ["Meadowlark", "Sandpiper"],
                ["Sandpiper", "Meadowlark"],
                shows: ["meadowlark", "sandpiper"],
                ["sandpiper", "meadowlark"]
            ),
            FilterCase(["Meadowlark"], ["Sandpiper"], shows: ["meadowlark"], []),
            FilterCase(["Meadowlark"], ["Sandpiper", "Meadowlark"], shows: ["meadowlark"], ["meadowlark"]),
            FilterCase(["Meadowlark", "Nobody"], ["Nobody"], shows: ["meadowlark"], []),
            FilterCase(["Sandpiper"], [], shows: ["sandpiper"], []),
        ]
    )
    func filter(of lists: FilterCase) {
        var dialogue = Self.asked()
        dialogue.platform(.denied)
        dialogue.call(.getAuthentication(filter: .init(providers: lists.providers, featured: lists.featured)))
        dialogue.platform(.granted)
        dialogue.platform(.nobody2)
        guard case .enqueue(let request)? = dialogue.openQuestions.last?.question else {
            return #expect(Bool(false))
        }
        #expect(request.supportedAccountProviderIdentifiers == lists.shown)
        #expect(request.featuredAccountProviderIdentifiers == lists.shownAsFeatured)
    }

    @Test("Signing in there makes a token, and the status is told")
    func pickedFully() {
        var dialogue = Self.picking()
        #expect(dialogue.platform(.signedIn()).callbacks == [.dismissTVProviderDialog])
        dialogue.service(.profile)
        dialogue.platform(.saml())
        #expect(dialogue.serviceAnswersAll(Self.service).callbacks == [.authenticated])
    }

    @Test("A picker-only MVPD is selected by the SDK itself, and none of the codes is told")
    func pickerOnly() {
        var dialogue = Self.picking()
        let picked = dialogue.platform(.error(1, identifier: "com.example.sandpiper"))
        #expect(picked.callbacks == [.dismissTVProviderDialog])
        let shown = dialogue.serviceAnswersAll()
        #expect(shown.callbacks.map(\.name) == ["navigateToUrl"])
        #expect(dialogue.pages.last?["mso_id"] == "Sandpiper")
    }

    @Test(
        "Every other way out is a code and the app's own picker",
        arguments: [
            (VSAResult.error(2), "N005"), (.error(1), "N003"),
            (.error(1, identifier: "com.example.curlew"), "N004"),
            (.error(3), "VSA503"), (.metadata(nil, nil), "VSA503"), (.granted, "VSA503"),
        ]
    )
    func waysOut(answer: VSAResult, id: String) {
        var dialogue = Self.picking()
        let left = dialogue.platform(answer)
        #expect(left.statusIDs == [id])
        #expect(left.callbacks.last == .displayProviderDialog(Kite.mvpds))
    }

    @Test("Logging out of such a session tells the user to sign out in Settings; the next start signs on again")
    func logout() {
        var dialogue = Self.silentlySignedOn()
        let begun = dialogue.user(.logOut)
        #expect(begun.statusIDs == ["VSA203"])
        #expect(dialogue.shown.first == .signOutPrompt(settingsPath: "Settings → TV Provider"))
        dialogue.page("adobepass://ios.app")
        dialogue.user(.launch)
        dialogue.serviceAnswersAll(Self.service)
        #expect(dialogue.openQuestions.count == 1)
    }

    @Test("In the foreground a token from Apple SSO goes if the account has gone, and stays if that is unknown")
    func revalidation() {
        for (answer, stays) in [(VSAResult.signedIn(), true), (.nobody2, false), (.nobody, true)] {
            var dialogue = Self.silentlySignedOn()
            dialogue.user(.foreground)
            dialogue.serviceAnswersAll(Self.service)
            dialogue.platform(.granted)
            let done = dialogue.platform(answer)
            #expect(done.callbacks.last == .setRequestorComplete(isSuccess: true))
            #expect(dialogue.isAuthenticated == stays)
        }
        var denied = Self.silentlySignedOn()
        denied.user(.foreground)
        denied.serviceAnswersAll(Self.service)
        denied.platform(.denied)
        #expect(!denied.isAuthenticated)
    }

    @Test(
        "Before 3.0 its calls are signed with the second-screen keys, at a time in whole milliseconds since 1970",
        arguments: [
            (Duration.zero, "1795176000000"), (.milliseconds(500), "1795176000500"),
            (.milliseconds(1), "1795176000001"), (.nanoseconds(999_999_999), "1795176000999"),
            (.nanoseconds(999_999), "1795176000000"),
        ]
    )
    func signed(later: Duration, milliseconds: String) {
        var dialogue = Self.asked(PlatformVersion(2, 0)) {
            $0.secondScreenKeys = SecondScreenKeys(secret: "s", publicKey: "p")
        }
        dialogue.now += later
        dialogue.platform(.granted)
        dialogue.platform(.signedIn())
        let header = dialogue.requests.last?["Authorization"] ?? ""
        let parts = SignedAuthorization(header)
        #expect(parts?.requestor == "KITETV")
        #expect(parts?.publicKey == "p")
        #expect(parts?.signatureMethod == "HMAC-SHA1")
        #expect(parts?.requestTime == milliseconds)
        #expect(parts?.signature.count == 28)
    }
}

extension VSAResult {
    /// Nobody is signed in, and nobody may be asked to.
    fileprivate static let nobody2 = PlatformAssumptions.default.answerWhenSignedOut
}
