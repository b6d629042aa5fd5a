import OrderedCollections
import VirtualTime

/// A Temp Pass that somebody began (rest-api-v1.md §7.14): its end never moves.
struct Trial: Hashable, Sendable {
    var requestor: String
    var mvpd: String
    /// The device that began it.
    var device: String
    /// The key that a promotional one is also kept under: the hash in `generic_data`.
    var key: String?
    var began: Instant
    /// The first instant, by the server's clock, at which it is over.
    var ends: Instant
    /// The different resources it opened.
    var resources: OrderedSet<String> = []
}

/// Every Temp Pass that was ever begun: to forget one is to give another, so only a reset does.
struct Trials: Hashable, Sendable {
    private(set) var all: OrderedDictionary<Int, Trial> = [:]
    private var numbers: OrderedDictionary<Name, Int> = [:]
    private var next = 0

    /// The name that a trial is found by.
    private struct Name: Hashable, Sendable {
        var requestor: String
        var mvpd: String
        var device: String?
        var key: String?
    }

    /// The trial that this device began, or that was begun under this key: having seen either is having seen it.
    func find(_ requestor: String, _ mvpd: String, device: String, key: String?) -> Trial? {
        number(requestor, mvpd, device: device, key: key).flatMap { all[$0] }
    }

    /// The trial of this device and key, a new one if there is none, which `device` and `key` take part in from now on.
    mutating func join(_ new: Trial) -> Trial {
        let device = Name(requestor: new.requestor, mvpd: new.mvpd, device: new.device)
        let key = new.key.map { Name(requestor: new.requestor, mvpd: new.mvpd, key: $0) }
        let number = number(new.requestor, new.mvpd, device: new.device, key: new.key) ?? next
        if number == next {
            next += 1
            all[number] = new
        }
        numbers[device] = number
        if let key { numbers[key] = number }
        return all[number] ?? new
    }

    /// A resource is opened by the trial of this device.
    ///
    /// - Returns: false if it is one too many.
    mutating func open(_ resource: String, _ trial: Trial, limit: Int?) -> Bool {
        guard let number = number(trial.requestor, trial.mvpd, device: trial.device, key: trial.key),
            let index = all.index(forKey: number)
        else { return false }
        if let limit, all.values[index].resources.count >= limit, !all.values[index].resources.contains(resource) {
            return false
        }
        all.values[index].resources.append(resource)
        return true
    }

    /// Forgets the trials of a requestor and MVPD: that of a device, that of a key, or all.
    mutating func reset(_ requestor: String, _ mvpd: String, device: String? = nil, key: String? = nil) {
        var isMeant: (Int) -> Bool = { _ in true }
        if device != nil || key != nil {
            let number = numbers[Name(requestor: requestor, mvpd: mvpd, device: device, key: key)]
            isMeant = { $0 == number }
        }
        all.removeAll { isMeant($0.key) && $0.value.requestor == requestor && $0.value.mvpd == mvpd }
        numbers.removeAll { all[$0.value] == nil }
    }

    /// Lets all of them have begun earlier, and end earlier, by `duration`.
    mutating func age(by duration: Duration) {
        for index in all.values.indices {
            all.values[index].began.recede(by: duration)
            all.values[index].ends.recede(by: duration)
        }
    }

    private func number(_ requestor: String, _ mvpd: String, device: String, key: String?) -> Int? {
        let byKey = key.flatMap { numbers[Name(requestor: requestor, mvpd: mvpd, key: $0)] }
        return byKey ?? numbers[Name(requestor: requestor, mvpd: mvpd, device: device)]
    }
}
