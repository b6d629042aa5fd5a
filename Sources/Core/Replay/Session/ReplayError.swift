import Documents
public import Simulation

/// The reasons that a recording cannot be replayed at all.
public enum ReplayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It holds no call of Adobe Pass that a client makes.
    case noSignOn
    /// No call carries the device that was chosen.
    case unknownDevice(String)
    /// A row of the app's behavior that there is not, or a value it cannot have.
    case option(OptionError)
    /// Nothing in it is a call of the client that was to replay it.
    case nothingReplayed(exchanges: Int)
    /// The replay went on for longer than any sign-on can: how many events.
    case endless(events: Int)
    /// The client made the same calls again and again, and waited for nothing but the responses.
    case circle(CallCircle)

    /// The problem and what to do, in one line.
    public var description: String {
        switch self {
        case .noSignOn:
            "the recording holds no Adobe Pass call that a client makes. `kinescope show` lists what it holds"
        case .unknownDevice(let device):
            "no call in it has the deviceId \(device). The recording holds pseudonyms, which `kinescope show` prints"
        case .nothingReplayed(let count):
            "none of its \(CountedNoun.text(count, "exchange")) was replayed. `kinescope show` lists what it holds"
        case .option(let error): "--client: \(error)"
        case .endless(let events):
            "the replay did not come to an end within \(events) events. Please report this with the recording"
        case .circle(let circle): "\(circle). Please report this with the recording"
        }
    }
}
