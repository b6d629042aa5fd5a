import Services
import SubscriberAccount
import Testing
import VirtualTime

@Suite struct RecordedPlatformTests {
    static let granted = VSACall(
        ordinal: 1,
        answeredAt: .distantPast,
        question: .checkAccessStatus(prompt: true),
        answer: .accessStatus(.granted, nil)
    )

    static func request(interrupting: Bool = false, token: String? = nil) -> AccountMetadataRequest {
        var request = AccountMetadataRequest()
        request.channelIdentifier = AccountMetadataRequest.adobeChannelIdentifier
        request.isInterruptionAllowed = interrupting
        request.verificationToken = token
        return request
    }

    static func enqueue(_ ordinal: Int, _ request: AccountMetadataRequest) -> VSACall {
        VSACall(
            ordinal: ordinal,
            answeredAt: .distantPast,
            question: .enqueue(request),
            answer: .metadata(nil, AccountError(code: 3))
        )
    }

    @Test("Questions are answered in the order of the log")
    func order() {
        var platform = RecordedVSA(responses: [Self.granted, Self.enqueue(2, Self.request())])
        #expect(platform.answer(.checkAccessStatus(prompt: true)) == .recorded(Self.granted, differences: []))
        #expect(
            platform.answer(.enqueue(Self.request())) == .recorded(Self.enqueue(2, Self.request()), differences: [])
        )
        #expect(platform.unused.isEmpty)
    }

    @Test("Permission that the recorded client did not ask for again is given again")
    func permissionRepeated() {
        var platform = RecordedVSA(responses: [Self.granted, Self.enqueue(2, Self.request())])
        _ = platform.answer(.checkAccessStatus(prompt: true))
        _ = platform.answer(.enqueue(Self.request()))
        #expect(platform.answer(.checkAccessStatus(prompt: true)) == .accessRepeated(.accessStatus(.granted, nil)))
    }

    @Test("A log that begins with metadata shows that access had been granted")
    func permissionAssumed() {
        var platform = RecordedVSA(responses: [Self.enqueue(1, Self.request())])
        #expect(platform.answer(.checkAccessStatus(prompt: true)) == .accessAssumed)
    }

    @Test("An empty log has no answer to anything")
    func empty() {
        var platform = RecordedVSA(responses: [])
        #expect(platform.answer(.checkAccessStatus(prompt: true)) == .missing(.notRecorded, nearest: nil))
        #expect(platform.answer(.enqueue(Self.request())) == .missing(.notRecorded, nearest: nil))
    }

    @Test("Metadata that was never asked for is not recorded; asked for once too often, it was given already")
    func kinds() {
        var denied = Self.granted
        denied.answer = .accessStatus(.denied, nil)
        var platform = RecordedVSA(responses: [denied])
        for _ in 0..<2 {
            #expect(platform.answer(.enqueue(Self.request())) == .missing(.notRecorded, nearest: nil))
            _ = platform.answer(.checkAccessStatus(prompt: true))
        }
        var again = Self.granted
        again.ordinal = 2
        let silent = Self.enqueue(1, Self.request())
        var other = RecordedVSA(responses: [silent, again])
        _ = other.answer(.enqueue(Self.request()))
        #expect(other.answer(.enqueue(Self.request())) == .missing(.alreadyReplayed, nearest: silent))
    }

    @Test("The property in which the clients differ is named with both values")
    func differences() {
        var recorded = Self.request(interrupting: true)
        recorded.supportedAccountProviderIdentifiers = ["com.example.meadowlark"]
        var replayed = recorded
        replayed.supportedAccountProviderIdentifiers.append("com.example.sandpiper")
        var platform = RecordedVSA(responses: [Self.enqueue(1, recorded)])
        #expect(
            platform.answer(.enqueue(replayed))
                == .recorded(
                    Self.enqueue(1, recorded),
                    differences: [
                        VSADifference(
                            property: "supportedAccountProviderIdentifiers",
                            recorded: "[com.example.meadowlark]",
                            replayed: "[com.example.meadowlark, com.example.sandpiper]"
                        )
                    ]
                )
        )
    }

    @Test("A question of another stage is not answered from the next response, but finds its own place in the order")
    func stages() {
        let silent = Self.enqueue(1, Self.request())
        let forwarding = Self.enqueue(2, Self.request(token: "request"))
        var platform = RecordedVSA(responses: [silent, forwarding])
        #expect(
            platform.answer(.enqueue(Self.request(token: "request"))) == .missing(.outOfOrder, nearest: silent)
        )
        #expect(
            platform.answer(.enqueue(Self.request(interrupting: true))) == .missing(.notRecorded, nearest: silent)
        )
    }

    @Test("Permission the recorded client asked for more often is passed over")
    func extraPermission() {
        var again = Self.granted
        again.ordinal = 2
        var platform = RecordedVSA(responses: [Self.granted, again, Self.enqueue(3, Self.request())])
        _ = platform.answer(.checkAccessStatus(prompt: true))
        guard case .recorded(let response, _) = platform.answer(.enqueue(Self.request())) else {
            Issue.record("not answered")
            return
        }
        #expect(response.ordinal == 3)
    }
}
