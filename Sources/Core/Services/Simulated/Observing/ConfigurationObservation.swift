import Documents
import PassAPI
import Tokens
import VirtualTime

/// The evidence of recorded responses about the back end that gave them: whom it serves, with which MVPDs, how long
/// things last.
///
/// Where a recording says nothing, the defaults apply; `notes` lists them.
struct ConfigurationObservation {
    private(set) var configuration = ServiceConfiguration(requestors: [], providers: [])
    private(set) var notes: [ObservationNote] = []
    /// The longest of each kind that an answer told: one that is read again has less to run.
    private var told = Lifetimes()
    /// True if anything was denied.
    private var isAnythingDenied = false
    private var allowed: [ExactText: [String]] = [:]
    /// The words of the first denial that has some.
    private var denialWords: String?
    /// The devices that a response has shown to be signed in, until it ended.
    private var signedIn: Set<ExactText> = []
    /// The last user of each MVPD, as far as the responses show.
    private var users: [ExactText: ServiceConfiguration.Subscriber] = [:]
    /// The MVPD of the last sign-on.
    private var lastMVPD: String?
    /// The places of requestors, MVPDs, their integrations and domains: a list of MVPDs may have thousands.
    private var requestorPlaces: [ExactText: Int] = [:]
    private var providerPlaces: [ExactText: Int] = [:]
    private var integrationPlaces: [Pair: Int] = [:]
    private var domains: Set<Pair> = []

    /// Something that belongs to a requestor.
    private struct Pair: Hashable {
        var requestor: Int
        var name: ExactText
    }

    init(_ calls: [RecordedCall]) {
        // First the server's clock, which every date it tells goes by.
        for call in calls {
            if case .configuration(let details)? = call.response?.content {
                readClock(details, at: call.endedAt)
            }
        }
        for call in calls { observe(call) }
        if configuration.providers.isEmpty { assumeProvider(calls) }
        configuration.lifetimes.take(told)
        completeSubscribers()
        if told.authentication == nil {
            notes.append(.authenticationLifetime)
        }
    }

    /// Integrates an MVPD that the recording does not name, where somebody is signed in with one.
    private mutating func assumeProvider(_ calls: [RecordedCall]) {
        let requestors = calls.filter(\.showsSignIn).compactMap { $0.request.requestor }
        guard !requestors.isEmpty else { return }
        for requestor in requestors { integrate(Self.unnamed, with: requestor) }
        notes.append(.provider(Self.unnamed))
    }

    /// The id of an MVPD that no call names.
    private static let unnamed = "unknown"

    /// The user who signed in, as far as the responses show.
    static let viewer = "viewer"

    private mutating func observe(_ call: RecordedCall) {
        let request = call.request
        if let id = request.requestor { addRequestor(id) }
        if let mvpd = request.mvpd, !mvpd.isEmpty { integrate(mvpd, with: request.requestor) }
        guard let response = call.response else { return }
        // A domain that a login was begun with is registered (rest-api-v1.md §7.2).
        if response.status < 400, let domain = request["domain_name"], let id = request["requestor_id"] {
            addDomain(domain, to: id)
        }
        observeAccess(request, response)
        observeRefusal(request, response)
        noteSignIn(call, response)
        let end = call.endedAt + configuration.clockOffset
        switch response.content {
        case .configuration(let details): take(details)
        case .registrationRecord(let record):
            if let generated = record.generated, let expires = record.expires {
                tell(\.registrationCode, expires - generated)
            }
        case .accessToken(let token):
            if let seconds = token.expiresIn, seconds >= 0 { tell(\.accessToken, .seconds(seconds)) }
        case .authentication(let details):
            integrate(details.mvpd, with: details.requestor)
            sawUser(details.userID, of: details.mvpd)
            guard let expires = details.expires else { break }
            tell(\.authentication, lasting(from: end, until: expires))
        case .authorization(let details):
            integrate(details.mvpd, with: details.requestor)
            allow(request["resource"] ?? details.resource, by: details.mvpd)
            if let expires = details.expires { tell(\.authorization, lasting(from: end, until: expires)) }
        case .userMetadata(let metadata):
            let stated = metadata.data["mvpd"]?.string
            if let stated { integrate(stated, with: request.requestor) }
            let mvpd = request.mvpd ?? stated ?? lastMVPD ?? configuration.providers.first?.listing.id
            if let mvpd { sawMetadata(metadata, of: mvpd) }
        case .mediaToken(let details):
            if let expires = details.expires { tell(\.media, lasting(from: end, until: expires)) }
        case .preauthorization(let resources):
            if resources.contains(where: { !$0.isAuthorized }) { isAnythingDenied = true }
        case .error, .notAuthorized: break
        case .tokens(let authentication, let authorization, _):
            if let token = authentication.flatMap({ try? AuthenticationToken(parsing: $0) }) {
                integrate(token.msoID, with: token.requestorID)
                if let mvpd = token.msoID { sawUser(token.nameID, of: mvpd) }
                if let domain = token.domainName, let id = token.requestorID { addDomain(domain, to: id) }
                if let expiry = token.expiry { tell(\.authentication, lasting(from: end, until: expiry)) }
            }
            if let token = authorization.flatMap({ try? AuthorizationToken(parsing: $0) }) {
                integrate(token.msoID, with: token.requestorID)
                if let expiry = token.expiry { tell(\.authorization, lasting(from: end, until: expiry)) }
                if let mvpd = token.msoID, let resource = request["resource_id"] { allow(resource, by: mvpd) }
            }
        case .session(let session):
            integrate(session.mvpd, with: session.serviceProvider)
            if let lifetime = lifetime(session.notBefore, session.notAfter) { tell(\.registrationCode, lifetime) }
        case .profiles(let profiles): for profile in profiles { take(profile, request) }
        case .decisions(let decisions): for decision in decisions { take(decision, request) }
        case .shortMediaToken(let text):
            if let duration = (try? MediaToken(parsing: text))?.ttl { tell(\.media, duration) }
        default:
            break
        }
    }

    // MARK: REST API V2

    private mutating func take(_ profile: Profile, _ request: PassRequest) {
        integrate(profile.mvpd, with: request.requestor)
        let lifetime = lifetime(profile.notBefore, profile.notAfter)
        switch profile.type {
        case .temporary, .degraded: return
        default: lifetime.map { tell(\.authentication, $0) }
        }
        sawUser(profile.userID, of: profile.mvpd)
        users[ExactText(profile.mvpd), default: .init(user: Self.viewer)].metadata = profile.attributes.members
            .filter { $0.key != "userID" }
            .compactMap { member in
                guard let value = member.value["value"] else { return nil }
                return .init(member.key, member.value["state"]?.string == "enc" ? .encrypted(value) : .json(value))
            }
    }

    private mutating func take(_ decision: ResourceDecision, _ request: PassRequest) {
        let mvpd = decision.mvpd ?? request.mvpd ?? ""
        integrate(mvpd, with: decision.serviceProvider ?? request.requestor)
        if decision.isDenial { isAnythingDenied = true }
        guard decision.isAuthorized else { return }
        // What a rule or a Temp Pass permits says nothing of the user's package.
        if decision.source == "mvpd" { allow(decision.resource, by: mvpd) }
        if decision.source == "mvpd", let lifetime = lifetime(decision.notBefore, decision.notAfter) {
            tell(\.authorization, lifetime)
        }
        if let token = decision.token, let lifetime = lifetime(token.notBefore, token.notAfter) {
            tell(\.media, lifetime)
        }
    }

    /// Returns the time between two instants that a response states, in whole seconds.
    private func lifetime(_ start: Instant?, _ end: Instant?) -> Duration? {
        guard let start, let end else { return nil }
        return lasting(from: start, until: end)
    }

    // MARK: Refusals

    /// A denial, or an authorization that is refused to a device of which nothing shows that it is signed in.
    private mutating func observeRefusal(_ request: PassRequest, _ response: PassResponse) {
        if let denial = RecordedDenial(request, response) {
            guard response.denialReason == nil, !signedIn.contains(Self.device(of: request)) else {
                isAnythingDenied = true
                denialWords = denialWords ?? response.denialReason ?? denial.details
                return
            }
        }
        if request.operation == .authorize, [403, 412].contains(response.status), response.denialReason == nil,
            !signedIn.contains(Self.device(of: request))
        {
            configuration.quirks.unauthenticatedAuthorizeStatus = response.status
        }
    }

    private mutating func noteSignIn(_ call: RecordedCall, _ response: PassResponse) {
        let device = Self.device(of: call.request)
        let purpose = call.request.operation.purpose
        if purpose == .logout, response.status < 400 {
            signedIn.remove(device)
        } else if call.showsSignIn || response.isSuccess && [.check, .authorization, .media].contains(purpose) {
            signedIn.insert(device)
        } else if purpose == .check, !response.isSuccess {
            signedIn.remove(device)
        }
    }

    private static func device(of request: PassRequest) -> ExactText { ExactText(request.deviceID ?? "") }

    /// The security that registration replaced is still taken where an answer shows so (rest-api-v1.md §3.5).
    private mutating func observeAccess(_ request: PassRequest, _ response: PassResponse) {
        // Whatever else was refused, the header was not.
        guard response.isSuccess || response.status != 401 && request["Authorization"] != nil else { return }
        switch request["Authorization"].map({ AuthorizationHeader($0) }) {
        case .signed: configuration.quirks.acceptsSignedAuthorization = true
        case nil: configuration.quirks.openOperations.insert(request.operation)
        case .bearer, .other: break
        }
    }

    private mutating func tell(_ figure: WritableKeyPath<Lifetimes, Duration?>, _ duration: Duration) {
        guard duration > .zero else { return }
        told[keyPath: figure] = max(told[keyPath: figure] ?? .zero, duration)
    }

    /// A lifetime as it was meant: the answer was a fraction of a second under way, and lifetimes are whole seconds.
    private func lasting(from start: Instant, until end: Instant) -> Duration {
        let duration = end - start
        let parts = duration.components
        let half: Int64 = 500_000_000_000_000_000
        return .seconds(max(0, parts.seconds + (parts.attoseconds >= half ? 1 : 0)))
    }

    /// A package names a document by the programme in it.
    private mutating func allow(_ resource: String, by mvpd: String) {
        let name = MRSSResource(resource).name
        if allowed[ExactText(mvpd)]?.contains(name) != true { allowed[ExactText(mvpd), default: []].append(name) }
    }

    private mutating func sawUser(_ id: String?, of mvpd: String) {
        lastMVPD = mvpd
        guard let id, !id.isEmpty else { return }
        users[ExactText(mvpd), default: .init(user: Self.viewer)].userID = id
    }

    /// What is known of the user: of what is encrypted nobody here knows the key, but the app does.
    private mutating func sawMetadata(_ metadata: UserMetadata, of mvpd: String) {
        if !metadata.encrypted.contains("userID") {
            sawUser(metadata.data["userID"].flatMap { $0.string ?? $0.number?.text }, of: mvpd)
        }
        // Where the user signed in belongs to the sign-on.
        let own = metadata.data.members.filter { $0.key != "tokenSource" }
        users[ExactText(mvpd), default: .init(user: Self.viewer)].metadata = own.map { member in
            let isEncrypted = metadata.encrypted.contains(member.key)
            return .init(member.key, isEncrypted ? .encrypted(member.value) : .json(member.value))
        }
    }

    // MARK: Requestors and MVPDs

    /// The place of the requestor of this id, which is added if it is new; nil if the id is empty.
    @discardableResult
    private mutating func addRequestor(_ id: String) -> Int? {
        guard !id.isEmpty else { return nil }
        if let place = requestorPlaces[ExactText(id)] { return place }
        let place = configuration.requestors.count
        requestorPlaces[ExactText(id)] = place
        // What the SDKs send, whatever is registered beside it.
        domains.insert(Pair(requestor: place, name: ExactText("adobe.com")))
        configuration.requestors.append(.init(id: id, name: id, domains: ["adobe.com"], integrations: []))
        return place
    }

    private mutating func addDomain(_ domain: String, to requestor: String) {
        guard !domain.isEmpty, let place = addRequestor(requestor),
            domains.insert(Pair(requestor: place, name: ExactText(domain))).inserted
        else { return }
        configuration.requestors[place].domains.append(domain)
    }

    /// Adds what is new of the MVPD, the requestor and their integration.
    private mutating func integrate(_ mvpd: String?, with requestor: String?) {
        guard let mvpd, !mvpd.isEmpty else { return }
        if providerPlaces[ExactText(mvpd)] == nil {
            providerPlaces[ExactText(mvpd)] = configuration.providers.count
            configuration.providers.append(.init(listing: MVPD(id: mvpd, displayName: mvpd), subscribers: []))
        }
        guard let requestor, let place = addRequestor(requestor) else { return }
        let pair = Pair(requestor: place, name: ExactText(mvpd))
        guard integrationPlaces[pair] == nil else { return }
        integrationPlaces[pair] = configuration.requestors[place].integrations.count
        configuration.requestors[place].integrations.append(.init(mvpd: mvpd))
    }

    private mutating func take(_ answer: PassAPI.Configuration) {
        let place = addRequestor(answer.requestor)
        for mvpd in answer.mvpds {
            integrate(mvpd.id, with: answer.requestor)
            if let index = providerPlaces[ExactText(mvpd.id)] { configuration.providers[index].listing = mvpd }
            guard let place, let index = integrationPlaces[Pair(requestor: place, name: ExactText(mvpd.id))] else {
                continue
            }
            configuration.requestors[place].integrations[index].isAuthenticationPerRequestor =
                mvpd.isAuthenticationPerRequestor
            configuration.requestors[place].integrations[index].isPassiveAuthenticationEnabled =
                mvpd.isPassiveAuthenticationEnabled
        }
        if let name = answer.name, let place { configuration.requestors[place].name = name }
        for domain in answer.domains { addDomain(domain, to: answer.requestor) }
    }

    private mutating func readClock(_ answer: PassAPI.Configuration, at end: Instant) {
        // A second is what an answer may take; more is another clock.
        if let time = answer.time, time - end > .seconds(1) || end - time > .seconds(1) {
            configuration.clockOffset = time - end
        }
    }

    /// Every MVPD has one subscriber, whose package is what was allowed where anything was denied.
    private mutating func completeSubscribers() {
        for index in configuration.providers.indices {
            let mvpd = configuration.providers[index].listing.id
            let package = isAnythingDenied ? allowed[ExactText(mvpd)] ?? [] : nil
            var subscriber = users[ExactText(mvpd)] ?? .init(user: Self.viewer)
            subscriber.resources = package
            configuration.providers[index].subscribers = [subscriber]
            configuration.providers[index].takesEveryName = true
            configuration.providers[index].denialWords = denialWords
        }
        if isAnythingDenied {
            notes.append(.package)
        }
    }
}

extension RecordedCall {
    /// True if the service would not have answered so for a device on which nobody is signed in, whatever the MVPD is: it needs an
    /// AuthN token and succeeded, or the MVPD denied the resource in its words (rest-api-v1.md §7.4, §7.8, §7.11).
    fileprivate var showsSignIn: Bool {
        let grants = request.operation.specification.grants
        guard grants.needed.contains(.authenticationToken), let response else { return false }
        let isAuthorizing = grants.issued.contains { $0.kind == .authorizationToken }
        return response.isSuccess || isAuthorizing && response.denialReason != nil
    }
}
