import Device
import PassAPI
import VirtualTime

// setRequestor (access-enabler.md §2, §6.1; rows K-85 to K-88).

extension AccessEnabler {
    /// At most this many service providers are asked: 16.
    public static let serviceProviderLimit = 16

    mutating func setRequestor(
        _ id: String,
        _ serviceProviders: [String],
        _ device: inout Device,
        _ turn: inout EffectBuffer
    ) {
        line.hangUp { $0.isOfIdentity }
        if let platform, platform.mode != .interactive { stopPlatform() }
        if !storage.requestor.isEmpty, storage.requestor != id { abandonAll(&turn) }
        let hosts: [String?] = serviceProviders.prefix(Self.serviceProviderLimit).map { $0 }
        requestConfigurations(ConfigurationRound(requestor: id, hosts: hosts.isEmpty ? [nil] : hosts), &turn)
    }

    private mutating func requestConfigurations(_ round: ConfigurationRound, _ turn: inout EffectBuffer) {
        identity = .configuring(round)
        for (provider, host) in round.hosts.enumerated() {
            let context = dialect.context(
                configuration,
                requestor: round.requestor,
                deviceID: nil,
                deviceInformation: deviceInformation,
                host: host
            )
            call(.sdkConfiguration(context), for: .configuration(provider: provider), &turn)
        }
    }

    // MARK: The configuration

    mutating func configurationAnswered(
        _ provider: Int,
        _ response: PassResponse,
        _ device: inout Device,
        _ turn: inout EffectBuffer
    ) {
        guard case .configuring(var round) = identity, round.hosts.indices.contains(provider) else { return }
        if response.status == 200, case .configuration(let configuration) = response.content {
            if configuration.requestor == round.requestor {
                round.arrivals.append(.init(host: round.hosts[provider], configuration: configuration))
            } else {
                let message = "the configuration of “\(configuration.requestor)” in place of “\(round.requestor)”"
                round.failure = .init(status: .badRequestor, message: message)
            }
        } else {
            let (status, message) = response.configurationStatus
            round.failure = .init(status: status, message: message)
        }
        proceed(round, &device, &turn)
    }

    mutating func configurationFailed(
        _ failure: CallFailure,
        _ device: inout Device,
        _ turn: inout EffectBuffer
    ) {
        guard case .configuring(var round) = identity else { return }
        round.failure = failure.configurationStatus.map { .init(status: $0, message: failure.reason) }
        proceed(round, &device, &turn)
    }

    /// A pending logout in a configuration: all of it is fetched anew, a limited number of times.
    mutating func configurationLoggedOut(_ device: inout Device, _ turn: inout EffectBuffer) {
        guard case .configuring(let round) = identity else { return }
        line.hangUp { $0.isOfIdentity }
        guard round.rounds < options.logoutRounds else {
            return failIdentity(.init(status: .badRequestor, message: "signed out by the service"), &turn)
        }
        var again = ConfigurationRound(requestor: round.requestor, hosts: round.hosts)
        again.rounds = round.rounds + 1
        requestConfigurations(again, &turn)
    }

    private mutating func proceed(_ round: ConfigurationRound, _ device: inout Device, _ turn: inout EffectBuffer) {
        var round = round
        round.pending -= 1
        identity = .configuring(round)
        guard round.pending <= 0 else { return }
        guard let first = round.arrivals.first else { return failIdentity(round.failure, &turn) }
        checkClock(first.configuration.time, &turn)
        let requestor = KnownRequestor(round)
        platformTrouble = nil
        tell(storage.identify(as: requestor.id, allowing: requestor.mvpds, on: &device, at: turn.wall), &turn)
        identity = .preparing(requestor, remaining: options.preparations)
        prepareNext(&device, &turn)
    }

    /// CFG100: the device's clock and the server's are too far apart.
    private func checkClock(_ time: Instant?, _ turn: inout EffectBuffer) {
        guard let time else { return }
        let difference = turn.wall - time
        guard difference > options.clockTolerance || difference < .zero - options.clockTolerance else { return }
        turn.tell(.clockWrong, message: "the device shows \(turn.wall), the server \(time)")
    }

    /// Without a failure of its own it was told already, by the line: no access.
    private mutating func failIdentity(_ failure: ConfigurationRound.Failure?, _ turn: inout EffectBuffer) {
        identity = .failed
        if let failure { turn.tell(failure.status, message: failure.message) }
        turn.callBack(.setRequestorComplete(isSuccess: false))
        guard options.queueAfterFailure == .failsCalls else { return }
        let calls = queue
        queue = []
        for call in calls { fail(call, &turn) }
    }

    // MARK: Preparation

    /// The next thing to be done before setRequestor completes; a step that has nothing to do is passed over.
    mutating func prepareNext(_ device: inout Device, _ turn: inout EffectBuffer) {
        while case .preparing(let requestor, var remaining) = identity {
            guard !remaining.isEmpty else { return completeIdentity(requestor, &device, &turn) }
            let step = remaining.removeFirst()
            identity = .preparing(requestor, remaining: remaining)
            let hasBegun =
                switch step {
                case .passiveAuthentication: beginPassiveAuthentication(requestor, device, &turn)
                case .platformSignOn: beginSilentExchange(requestor, device, &turn)
                }
            if hasBegun { return }
        }
    }

    private mutating func completeIdentity(
        _ requestor: KnownRequestor,
        _ device: inout Device,
        _ turn: inout EffectBuffer
    ) {
        identity = .known(requestor)
        turn.callBack(.setRequestorComplete(isSuccess: true))
        let calls = queue
        queue = []
        for call in calls { perform(call, &device, &turn) }
    }
}
