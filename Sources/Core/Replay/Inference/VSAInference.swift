import Documents
import Exchanges
import PassAPI
import Services
import SubscriberAccount
import VirtualTime

/// The results that VSA must have given, where a recording has no VSA log.
///
/// A HAR file alone still shows whether VSA took part: a client that requested a profile request had been given a
/// provider, and what it then exchanged is the SAML response after the cookbook's normalization. A client that never
/// did had no permission or no user who was signed in; which of the two makes no difference to what follows.
enum VSAInference {
    /// The VSA calls behind the calls of `session`, in the order the cookbook asks for them.
    static func responses(for session: RecordedSession) -> [VSACall] {
        let start = session.calls.first?.startedAt ?? .distantPast
        if session.dialect == .restV2 { return toldByStatus(session, from: start) }
        guard let request = session.calls.first(where: { $0.request.operation.role == .platformRequest }),
            let provider = mvpd(request.request["mvpd"], in: session)?.platformMappingID
        else {
            return [response(1, at: start, .checkAccessStatus(prompt: true), .accessStatus(.notDetermined, nil))]
        }
        var metadata = AccountMetadata()
        metadata.accountProviderIdentifier = provider
        metadata.authenticationExpirationDate = .distantFuture
        let at = request.startedAt
        // Whether the user was signed in at the platform already shows in nothing but the order: a configuration that
        // was fetched first means step 3, hence a "no" in step 2.
        let fetchedFirst = session.calls.prefix { $0.ordinal != request.ordinal }
            .contains { $0.request.operation.role == .providers }
        var responses = [response(1, at: start, .checkAccessStatus(prompt: true), .accessStatus(.granted, nil))]
        if fetchedFirst {
            responses.append(response(2, at: at, .enqueue(question(interrupting: false)), .metadata(nil, nil)))
        }
        responses.append(
            response(
                responses.count + 1,
                at: at,
                .enqueue(question(interrupting: fetchedFirst)),
                .metadata(metadata, nil)
            )
        )
        guard let exchange = session.calls.first(where: { $0.request.operation.role == .platformExchange }),
            let saml = exchange.request["SAMLResponse"],
            let once = PercentEncoding.decodeStrictly(saml).map({ String(decoding: $0, as: UTF8.self) }),
            let bytes = try? Base64.decode(once, padding: .optional, allowsWhitespace: true),
            case .profileRequest(let payload)? = request.response?.content
        else { return responses }
        metadata.samlAttributeQueryResponse = String(decoding: bytes, as: UTF8.self)
        var forwarding = question(interrupting: false)
        forwarding.verificationToken = payload
        forwarding.attributeNames = mvpd(request.request["mvpd"], in: session)?.requiredMetadataFields ?? []
        responses.append(
            response(
                responses.count + 1,
                at: exchange.startedAt,
                .enqueue(forwarding),
                .metadata(metadata, nil)
            )
        )
        return responses
    }

    /// What the partner framework statuses that the app sent tell of the platform's answers (rest-api-v2.md §3.4, §6.6):
    /// that of each run, and what the picker and the provider returned where the app went on with that.
    private static func toldByStatus(_ session: RecordedSession, from start: Instant) -> [VSACall] {
        func status(_ call: RecordedCall) -> PartnerFrameworkStatus? {
            call.request[PartnerFrameworkStatus.header].flatMap { PartnerFrameworkStatus(decoding: $0) }
        }
        var responses: [VSACall] = []
        func add(_ question: VSARequest, _ answer: VSAResult, at instant: Instant) {
            responses.append(response(responses.count + 1, at: instant, question, answer))
        }
        func metadata(_ status: PartnerFrameworkStatus?) -> AccountMetadata? {
            guard let status, let provider = status.providerID else { return nil }
            var metadata = AccountMetadata()
            metadata.accountProviderIdentifier = provider
            metadata.authenticationExpirationDate = status.expirationDate
            return metadata
        }
        let first = session.calls.lazy.compactMap { status($0) }.first
        func addStatus(_ status: PartnerFrameworkStatus?, at instant: Instant) {
            let access = AccountAccessStatus.allCases.first { $0.name == status?.accessStatus } ?? .notDetermined
            add(.checkAccessStatus(prompt: true), .accessStatus(access, nil), at: instant)
            guard access == .granted else { return }
            add(.enqueue(question(interrupting: false)), .metadata(metadata(status), nil), at: instant)
        }
        // The platform is asked before the profile is, in each run.
        let readings = session.calls.filter { [.check, .token].contains($0.request.operation.role) }
        addStatus(readings.first.flatMap { status($0) } ?? first, at: start)
        for call in readings.dropFirst() { addStatus(status(call) ?? first, at: call.startedAt) }
        guard let request = session.calls.first(where: { $0.request.operation.role == .platformRequest }),
            let picked = status(request)
        else { return responses }
        add(.enqueue(question(interrupting: true)), .metadata(metadata(picked), nil), at: request.startedAt)
        guard let exchange = session.calls.first(where: { $0.request.operation.role == .platformExchange }),
            let saml = exchange.request["SAMLResponse"], let bytes = try? Base64.decode(saml, padding: .optional),
            case .session(let given)? = request.response?.content, let forwarded = given.partnerRequest
        else { return responses }
        var answer = metadata(picked) ?? AccountMetadata()
        answer.samlAttributeQueryResponse = String(decoding: bytes, as: UTF8.self)
        var forwarding = question(interrupting: false)
        (forwarding.verificationToken, forwarding.attributeNames) = (forwarded.request, forwarded.attributesNames)
        add(.enqueue(forwarding), .metadata(answer, nil), at: exchange.startedAt)
        return responses
    }

    private static func mvpd(_ id: String?, in session: RecordedSession) -> MVPD? {
        for call in session.calls + session.besides {
            if case .configuration(let configuration)? = call.response?.content {
                return configuration.mvpds.first { $0.id == id }
            }
        }
        return nil
    }

    private static func question(interrupting: Bool) -> AccountMetadataRequest {
        var request = AccountMetadataRequest()
        request.channelIdentifier = AccountMetadataRequest.adobeChannelIdentifier
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        request.isInterruptionAllowed = interrupting
        return request
    }

    private static func response(
        _ ordinal: Int,
        at instant: Instant,
        _ question: VSARequest,
        _ answer: VSAResult
    ) -> VSACall {
        VSACall(ordinal: ordinal, answeredAt: instant, question: question, answer: answer)
    }
}
