import Documents
import Exchanges
public import PassAPI

/// A device id that an app has changed: it sends what the service has given to the device with the id before.
///
/// The service refuses that: what it gives is bound to the device (K-114, K-115), and a mismatch ends the flow (K-158).
public struct ChangedDevice: Hashable, Sendable {
    /// The number of the session in which the device had its id before.
    public var session: Int
    /// The id before and now, and the field that names it; the recorded value is the recording's.
    public var difference: FieldDifference

    /// A change of the app with this session.
    public init(session: Int, difference: FieldDifference) {
        (self.session, self.difference) = (session, difference)
    }
}

extension ServedRecording {
    /// Returns the change of a device id that shows in a request which an exchange answers in the session at a place: there a recorded
    /// device gets an id, and what comes with it was given in another session, in which that device has another id.
    ///
    /// Every app is given what is recorded as it is recorded: another device at another address may have that from an earlier run.
    func changedDevice(by found: SessionMatch.Found, in place: Int, from address: String) -> ChangedDevice? {
        let devices = found.bindings.filter { index.values.kind(of: $0.value) == .device }
        guard !devices.isEmpty else { return nil }
        for (value, text) in found.bindings where index.values.kind(of: value).isGiven {
            // What it was given itself, another app may have been given as well.
            if hasGiven(value, in: place, unchanged: false) { continue }
            guard let other = session(given: value, as: text, besides: place, at: address) else { continue }
            for (device, id) in devices {
                guard let before = sessions.all[other].values.value(of: device, in: index.values),
                    ExactText(before) != id
                else { continue }
                let field = index.entries[found.entry].own.first { $0.value == device }?.place.name
                var difference = FieldDifference(
                    field ?? index.values.name(of: device) ?? "deviceId",
                    recorded: index.values.texts[device],
                    replayed: id
                )
                difference.own = before
                return ChangedDevice(session: sessions.all[other].number, difference: difference)
            }
        }
        return nil
    }

    /// The place of another session that was given a recorded value in these words: in its own, or, at the same address, in the
    /// recording's.
    private func session(given value: Int, as text: String, besides place: Int, at address: String) -> Int? {
        if let owner = sessions.place(named: .given(text)), owner != place { return owner }
        guard index.values.index(of: text) == value, let here = sessions.place(named: .address(address)), here != place,
            hasGiven(value, in: here, unchanged: true)
        else { return nil }
        return here
    }

    /// Checks whether the app of the session at a place was given a recorded value, and, if that is asked, as it is recorded.
    func hasGiven(_ value: Int, in place: Int, unchanged: Bool) -> Bool {
        guard let giver = index.values.giver(of: value), sessions.all[place].progress.hasRequested(giver) else {
            return false
        }
        guard unchanged else { return true }
        guard sessions.all[place].values.offered(for: value) == nil else { return false }
        let own = sessions.all[place].values.value(of: value, in: index.values)
        return own.map { ExactText($0) == index.values.texts[value] } ?? true
    }

    /// The refusal of a request whose app has changed its device id, in the session that it had before.
    func refused(_ asked: AppRequest, by found: SessionMatch.Found, since changed: ChangedDevice) -> AppAnswer {
        .unmatched(
            .init(
                reason: .fieldMismatch,
                operation: asked.call?.operation,
                nearest: index.exchanges[found.entry].ordinal,
                differences: [changed.difference],
                session: changed.session
            )
        )
    }
}
