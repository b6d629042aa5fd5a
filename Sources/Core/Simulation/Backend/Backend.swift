public import Services
public import VirtualTime

/// All that a client meets: who answers its requests and its questions to Apple's framework, what goes wrong on the way, and
/// what has happened, up to now.
///
/// It knows no device and no app. What a client does is told by whoever has the client, such as `World`.
public struct Backend: Sendable {
    /// The instant that everything is at, in true time.
    public private(set) var now: Instant
    /// The service that responds to requests.
    public internal(set) var service: Service
    /// The part that answers questions to Apple's framework.
    public internal(set) var vsa: VSA
    /// The faults on the way to the service.
    public internal(set) var faults = FaultPlan()
    /// Everything that has happened, with its digest.
    public private(set) var timeline = Timeline()

    /// A back end at `instant` to which nothing has happened.
    public init(at instant: Instant, service: Service, vsa: VSA = .settings) {
        now = instant
        self.service = service
        self.vsa = vsa
    }

    /// Time passes until `instant`; it never runs backwards.
    mutating func pass(to instant: Instant) { now = max(now, instant) }

    /// Adds an event to the timeline at the present instant.
    mutating func tell(
        _ actor: TimelineEvent.Actor,
        _ kind: String,
        code: String? = nil,
        _ content: (any Hashable & Sendable)?,
        _ values: [EventValue],
        _ place: String?,
        link: EventLink? = nil,
        isInDigest: Bool = true
    ) {
        var event = TimelineEvent(at: now, actor, kind, code: code, values: values, content)
        event.place = place
        event.link = link
        if isInDigest { timeline.append(event) } else { timeline.appendUncounted(event) }
    }

    // MARK: The simulated service

    /// Changes the simulated service at the present instant; does nothing where a recording answers.
    @discardableResult
    mutating func withSimulated<Result>(_ change: (inout SimulatedService, Instant) -> Result) -> Result? {
        let now = now
        return service.withSimulated { change(&$0, now) }
    }

    /// Somebody at the service turns a knob; nothing happens where a recording answers.
    mutating func apply(_ control: ServiceControl) {
        tell(.service, "control", control, control.values, nil)
        withSimulated { service, now in service.apply(control, at: now) }
    }
}
