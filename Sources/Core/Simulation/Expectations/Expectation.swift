public import PassAPI

/// A thing that a scenario expects at this point; lists are about what happened since the expectation before.
public enum Expectation: Hashable, Sendable {
    /// Playback of the resource began.
    case playing(String)
    /// Playback was refused; with a reason, the user was told something of this ``MessageCode``, or with this fact.
    case notPlaying(reason: String?)
    case signedIn(Bool)
    /// Exactly these operations were requested, in this order, by their names.
    case requests([PassAPI.Operation])
    /// None of these was requested.
    case noRequests([PassAPI.Operation])
    /// Exactly these callbacks came, by name, in this order (tracking left out).
    case callbacks([String])
    /// A callback of this name with these values came.
    case callback(String, contains: [String])
    case noCallback(String)
    /// The flow reached this step: `S11`.
    case step(String)
    /// The user was told something of this ``MessageCode``, or with this fact.
    case message(String)
    /// The user was told nothing of the kind; nothing at all if it names none.
    case noMessage(String?)
    /// A store holds (or does not hold) something: facts of the store and keys of what lies in it (``StoredPattern``).
    case stored([String], isPresent: Bool)
    /// An event of this kind and with these facts, `key=value` each (``EventPattern``).
    case timeline([String])
    /// No event of this kind and with these facts came.
    case noTimeline([String])
    /// Something of this kind holds on a device, in an app, in the service or at an MVPD, with these facts (``StatePattern``).
    case state([String])
    /// Nothing of this kind and with these facts holds anywhere.
    case noState([String])
}
