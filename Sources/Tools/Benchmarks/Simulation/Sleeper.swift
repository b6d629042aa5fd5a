import VirtualTime

/// A machine that does nothing but sleep: what the kernel costs without a stack on top of it.
struct Sleeper: Machine {
    enum Input: Hashable {
        case started
        case woke
    }

    enum Effect: Hashable {
        case sleep(Duration)
    }

    /// The number of times that it woke up.
    private(set) var count = 0

    mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
        if input == .woke { count += 1 }
        return [.sleep(.seconds(1_800))]
    }
}

/// Machines that sleep for half an hour at a time, the first from the beginning, each other a second after the one before.
struct Dormitory {
    private var sleepers: [Sleeper]
    private var agenda = Agenda<Int>()

    init(machines: Int) { sleepers = Array(repeating: Sleeper(), count: machines) }

    /// Lets `days` pass.
    ///
    /// - Returns: how many entries of the agenda were handed to a machine.
    mutating func pass(days: Int) -> Int {
        let start = Instant(secondsSince1970: 1_795_132_800)
        let end = start + .seconds(days * 86_400)
        for index in sleepers.indices { hand(.started, to: index, at: start + .seconds(index)) }
        var events = 0
        while let next = agenda.nextInstant, next <= end, let (instant, index) = agenda.popNext() {
            hand(.woke, to: index, at: instant)
            events += 1
        }
        return events
    }

    private mutating func hand(_ input: Sleeper.Input, to index: Int, at now: Instant) {
        for effect in sleepers[index].handle(input, at: now) {
            switch effect {
            case .sleep(let duration): agenda.schedule(index, at: now + duration)
            }
        }
    }
}
