import Documents
import Exchanges
import PassAPI

// Telling apps apart.

extension ServedRecording {
    /// The app that a request is taken to be of.
    struct Sender {
        /// The place of its session; nil if it has none.
        var place: Int?
        /// True if the request names a device that may be the app's or another one's.
        var mayBeAnother = false
        /// The number of the session that had its device, where it began again without that name.
        var former: Int?
    }

    /// Returns the app that a request is of: by the devices that it names, else the one heard last from its address.
    func sender(of asked: AppRequest, from address: String) -> Sender {
        let here = sessions.place(named: .address(address))
        guard !asked.devices.isEmpty else {
            // A page may have a device's id in a field of any name.
            let known = asked.evidence.lazy.compactMap { sessions.place(named: .device($0)) }.first
            return Sender(place: known ?? here)
        }
        // Where a service names devices, two apps may have been given the same name.
        if let here, asked.devices.contains(where: { knows(here, $0) }) { return Sender(place: here) }
        for device in asked.devices {
            guard let place = sessions.place(named: .device(device)) else { continue }
            let former = sessions.all[place].number
            if beginsAgain, let here, here != place, sessions.all[here].device == nil, hasBegunAgain(at: here),
                sessions.all[here].number > former
            {
                return Sender(place: here, former: former)
            }
            return Sender(place: place)
        }
        guard let here, mayBeNamed(here) else { return Sender() }
        return Sender(place: here, mayBeAnother: true)
    }

    /// The number of the session whose app was given a registration code; nil if no session is known to have it.
    public func session(withCode text: String) -> Int? {
        let recorded = index.values.index(of: text).flatMap { index.values.giver(of: $0) }
        let place = sessions.place(named: .given(text)) ?? recorded.flatMap { sessions.place(named: .codes(of: $0)) }
        return place.map { sessions.all[$0].number }
    }

    /// Checks whether the app of the session at a place has named its device so, or its service has.
    private func knows(_ place: Int, _ device: String) -> Bool {
        if sessions.all[place].names.contains(.device(device)) { return true }
        let translated = sessions.all[place].translated(device)
        guard let value = index.values.index(of: translated ?? device), index.values.kind(of: value) == .device else {
            return false
        }
        if sessions.all[place].values.isBound(value) {
            let own = sessions.all[place].values.value(of: value, in: index.values)
            return translated != nil || ExactText(own) == ExactText(device)
        }
        return index.values.giver(of: value).map { sessions.all[place].progress.hasUsed($0) } ?? (translated != nil)
    }

    /// Checks whether the app of the session at a place may have a name that it has not said yet: none at all, or one that the
    /// service gave it.
    private func mayBeNamed(_ place: Int) -> Bool {
        sessions.all[place].device == nil
            || index.givenDevices.contains { device in
                !sessions.all[place].values.isBound(device)
                    && index.values.giver(of: device).map { sessions.all[place].progress.hasUsed($0) } ?? false
            }
    }

    /// Checks whether a request got nothing since what it needs has expired, and names what the session at a place was given: then
    /// it begins no other one, though its app has not named its device before.
    func isOfExpired(_ asked: AppRequest, _ unmatched: AppAnswer.Unmatched, in place: Int) -> Bool {
        guard unmatched.reason == .expiredDuringReplay else { return false }
        return asked.evidence.contains { text in
            if sessions.all[place].names.contains(.given(text)) { return true }
            guard let value = index.values.index(of: text), index.values.kind(of: value).isGiven else { return false }
            return hasGiven(value, in: place, unchanged: true)
        }
    }
}
