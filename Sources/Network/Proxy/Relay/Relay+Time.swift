import NIOCore
import ProxyProtocol

// How long a side may stand still.

extension Relay {
    /// Sees to it that the time is looked at soon enough for the exchange that begins.
    func watch() {
        let deadline = startedAt + Self.beganAfter
        // One that comes earlier sees for itself: cheaper than one that is set and taken back for each exchange.
        if timer != nil, timerAt <= deadline { return }
        timer?.cancel()
        schedule(at: deadline)
    }

    func schedule(at deadline: NIODeadline) {
        timerAt = deadline
        timer = channelContext?.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { self.timePassed() }
    }

    private func timePassed() {
        timer = nil
        guard
            let failure = machine.idleFailure(clientTakes: channelContext?.channel.isWritable ?? false)
        else {
            if machine.isStoring { return schedule(at: .now() + Self.beganAfter) }
            if machine.isStreaming { return schedule(at: .now() + idleTime) }
            guard isEnding else { return }
            if NIODeadline.now() < lastMoved + idleTime { return schedule(at: lastMoved + idleTime) }
            channelContext?.close(promise: nil)
            return
        }
        let now = NIODeadline.now()
        // It has not begun yet.
        if server.waitsForRoom { (startedAt, lastMoved) = (now, now) }
        if machine.isInFlight {
            guard now >= startedAt + Self.beganAfter else { return schedule(at: startedAt + Self.beganAfter) }
            capture.tellBegun()
        }
        guard now >= lastMoved + idleTime else { return schedule(at: lastMoved + idleTime) }
        if failure == .clientIdle {
            perform(machine.clientLeft(failure))
        } else {
            perform(failed(failure))
        }
    }
}
