import PassAPI
public import VirtualTime

extension History {
    /// What holds at `instant`, as a world has it: what the service has, then what the client has of that, then what is over.
    ///
    /// The history is that of the instant (``asOf(_:)``).
    ///
    /// - Parameters:
    ///   - device: the place of the device that it is about; nil for all.
    ///   - instant: the instant, by the recorder's clock.
    /// - Returns: an entry for each holding and place.
    public func stateEntries(of device: Int?, at instant: Instant) -> [StateEntry] {
        let own = entries.filter { device == nil || $0.subject.device == nil || $0.subject.device == device }
        let valid = own.filter { $0.isValid(at: instant) }
        return valid.map { entry($0, .service, at: instant) }
            + valid.filter { $0.isKnownToClient(at: instant) }.map { entry($0, .app(name(of: $0)), at: instant) }
            + own.filter { !$0.isValid(at: instant) }.map { entry($0, .service, at: instant) }
    }

    private func entry(_ holding: Holding, _ source: StateEntry.Source, at instant: Instant) -> StateEntry {
        StateEntry(holding, source, device: holding.subject.device.map { devices[$0].name }, at: instant)
    }

    private func name(of holding: Holding) -> String { holding.subject.device.map { devices[$0].name } ?? "" }
}

extension StateEntry {
    /// A holding as an entry of the state at `instant`.
    ///
    /// - Parameters:
    ///   - holding: what a recording shows.
    ///   - source: where it holds.
    ///   - device: the name of its device.
    ///   - instant: the instant, by the recorder's clock.
    public init(_ holding: Holding, _ source: Source, device: String?, at instant: Instant) {
        let subject = holding.subject
        let (kind, token) = holding.kind.stateKind
        let values: [EventValue?] = [
            token.map { .code("kind", $0) }, subject.requestor.map { .text("requestor", $0) },
            subject.resource.map { .text("resource", MRSSResource($0).name) }, subject.mvpd.map { .text("mvpd", $0) },
            subject.user.map { .text("user", $0) }, subject.status.map { .code("status", $0) },
            subject.code.map { .identity("code", $0) }, subject.cookie.map { .text("name", $0) },
            subject.client.map { .identity("client", $0) }, subject.source.map { .text("tokenSource", $0) },
            device.map { .identity("deviceID", $0) },
        ]
        let expires = holding.expires?.value
        let end = EventValue.expiration(expires, isExpired: expires.map { $0 <= instant } ?? false)
        self.init(source, kind, values.compactMap(\.self) + end, holding.evidence(at: instant))
    }
}

extension Holding {
    /// Its life as an entry of a state has it.
    fileprivate func evidence(at instant: Instant) -> StateEntry.Evidence {
        var evidence = StateEntry.Evidence(
            kind,
            which,
            text: text,
            isFromBefore: isFromBefore,
            issued: issued,
            isValid: isValid(at: instant)
        )
        (evidence.received, evidence.forgotten) = (received, forgotten)
        (evidence.firstUsed, evidence.lastUsed) = (firstUsed, lastUsed)
        (evidence.expires, evidence.ending) = (expires, ending)
        return evidence
    }
}

extension HoldingKind {
    /// The kind of its entry in a state, and what kind of token it is.
    public var stateKind: (kind: StateEntry.Kind, token: String?) {
        switch self {
        case .accessToken: (.token, "access")
        case .authenticationToken: (.token, "authn")
        case .authorizationToken: (.token, "authz")
        case .mediaToken: (.token, "media")
        case .registrationCode: (.registrationCode, nil)
        case .code: (.code, nil)
        case .providerSession: (.browserSession, nil)
        case .tempPass: (.tempPass, nil)
        case .profile: (.profile, nil)
        case .decision: (.decision, nil)
        case .vsaAccount: (.account, nil)
        case .vsaPermission: (.permission, nil)
        case .assertion: (.samlAssertion, nil)
        case .partnerFrameworkStatus: (.partnerFrameworkStatus, nil)
        case .serviceToken: (.serviceToken, nil)
        case .cookie: (.cookie, nil)
        }
    }
}
