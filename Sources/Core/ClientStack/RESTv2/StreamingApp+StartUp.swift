import PassAPI
import SubscriberAccount
import VirtualTime

// B1 and P0: what does the platform say, and is there a profile (rest-api-v2.md §6.1, §6.6)?

extension StreamingApp {
    var asksPartner: Bool { configuration.client.options.usesPlatformSignOn }

    /// A run begins.
    mutating func startUp() {
        if let text = memory.openCode {
            (memory.openCode, memory.partnerStatus) = (nil, configuration.partnerStatus)
            let lifetime = CodeLifetime.between(nil, nil, at: desk.buffer.wall)
            return poll(Code(text: text, expiry: desk.buffer.startTimer(lifetime)), Polling())
        }
        guard asksPartner || !looksForProfile else { return lookForProfile() }
        state = .gettingAccess
        if !desk.prepareAccess() { goOnWithAccess() }
    }

    mutating func goOnWithAccess() { asksPartner ? askPartner() : lookForProfile() }

    private var looksForProfile: Bool { configuration.options.startCheck == .profiles && !memory.beginsAmidSignIn }

    /// B1.
    mutating func askPartner() {
        var signIn = AppleSignIn(asksAnew: false)
        withPartnerDesk { signIn.ask(.account, &$0) }
        state = .askingPartner(signIn)
    }

    mutating func takePartnerStatus(_ signIn: AppleSignIn, _ event: FlowEvent) {
        guard let open = questionLeft(of: signIn, event) else { return lookForProfile() }
        state = .askingPartner(open)
    }

    /// What is still asked of the platform after an event; nil once it has said what the status is, which is kept.
    mutating func questionLeft(of signIn: AppleSignIn, _ event: FlowEvent) -> AppleSignIn? {
        var signIn = signIn
        switch withPartnerDesk({ signIn.handle(event, &$0) }) {
        case .noAccess(let result), .account(_, let result):
            memory.partnerStatus = PartnerFrameworkStatus(result)
            return nil
        case .goesOn, .picked, .noProfile, .notForwarded, .exchanged: return signIn
        }
    }

    /// P0: with the provider that the user chose before, else all.
    private mutating func lookForProfile() {
        guard !looksForProfile else { return readProfiles() }
        memory.signOn.map { signedOn($0) } ?? signIn()
    }

    /// The profile of the provider that the user chose before, else all.
    mutating func readProfiles() {
        state = .readingProfiles
        desk.call(profiles(of: memory.mvpd), for: .readProfiles)
    }

    func profiles(of mvpd: String?) -> PassRequest {
        .profiles(device, mvpd: mvpd, partnerFrameworkStatus: memory.partnerStatus?.headerValue)
    }

    /// P1.
    mutating func evaluateProfiles(_ response: PassResponse) {
        guard response.isSuccess, case .profiles(let profiles) = response.content else {
            if response.error?.advisedAction == .authentication {
                forgetSignOn()
                return signIn()
            }
            return giveUp("The profile could not be read: " + response.reason)
        }
        guard let profile = chosen(from: profiles) else {
            memory.signOn = nil
            return signIn()
        }
        signedOn(with: profile)
    }

    /// Of several the one that the user chose before, else the one that lasts longest.
    func chosen(from profiles: [Profile]) -> Profile? {
        if let known = profiles.first(where: { $0.mvpd == memory.mvpd }) { return known }
        return profiles.max { ($0.notAfter ?? .distantFuture) < ($1.notAfter ?? .distantFuture) }
    }

    mutating func signedOn(with profile: Profile) {
        signedOn(SignOn(mvpd: profile.mvpd, type: profile.type, notAfter: profile.notAfter))
    }

    /// The user may watch: on to what waits for that.
    mutating func signedOn(_ signOn: SignOn) {
        stopWaiting()
        (memory.mvpd, memory.signOn) = (signOn.mvpd, signOn)
        desk.buffer.enter(.decisions)
        grantNext()
    }

    /// Lets `change` work with the service and the platform as Apple's sign-in knows them.
    mutating func withPartnerDesk<Result>(_ change: (inout PartnerDesk) -> Result) -> Result {
        var partner = PartnerDesk(
            desk: desk,
            configuration: configuration,
            device: device,
            status: memory.partnerStatus
        )
        defer { desk = partner.desk }
        return change(&partner)
    }
}

extension PartnerFrameworkStatus {
    /// What an answer of Apple's framework says: a question for the account is only asked where permission was granted.
    init(_ result: VSAResult) {
        switch result {
        case .accessStatus(let status, _): self.init(accessStatus: status.name)
        case .metadata(let metadata, _):
            let provider = metadata?.accountProviderIdentifier
            self.init(
                accessStatus: AccountAccessStatus.granted.name,
                providerID: provider,
                expirationDate: provider == nil ? nil : metadata?.authenticationExpirationDate
            )
        }
    }
}
