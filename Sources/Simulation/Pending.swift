import Device
import SubscriberAccount
import VirtualTime
extension Device {
    func deadlines(at now: Instant) -> [Deadline] { [] }
    func stateLines(at now: Instant) -> [StateLine] { [] }
    func unsupportedProviderAnswer(_ id: String) -> AccountAnswer { .metadata(nil, nil) }
}
