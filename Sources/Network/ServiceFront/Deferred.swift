import Foundation
import NIOConcurrencyHelpers

/// A value that takes its time to be made: on a thread of its own, once, when it is asked for first.
///
/// Whoever asks waits without keeping a thread.
package final class Deferred<Value: Sendable>: Sendable {
    private enum Stage {
        case asleep(@Sendable () -> Value)
        case made(waiting: [CheckedContinuation<Value, Never>])
        case done(Value)
    }

    private let stage: NIOLockedValueBox<Stage>

    /// What `make` makes.
    package init(_ make: @escaping @Sendable () -> Value) { stage = NIOLockedValueBox(.asleep(make)) }

    /// A value that is there already.
    package init(done value: Value) { stage = NIOLockedValueBox(.done(value)) }

    /// The value; nil as long as it is not there.
    package var valueSoFar: Value? {
        stage.withLockedValue { if case .done(let value) = $0 { value } else { nil } }
    }

    /// Lets it be made, if nobody did yet.
    package func start() {
        let make = stage.withLockedValue { stage -> (@Sendable () -> Value)? in
            guard case .asleep(let make) = stage else { return nil }
            stage = .made(waiting: [])
            return make
        }
        guard let make else { return }
        let thread = Thread { [self] in
            let value = make()
            let waiting = stage.withLockedValue { stage -> [CheckedContinuation<Value, Never>] in
                guard case .made(let waiting) = stage else { return [] }
                stage = .done(value)
                return waiting
            }
            for continuation in waiting { continuation.resume(returning: value) }
        }
        // As the main thread's: what is read may be nested.
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// The value, when it is there.
    package func value() async -> Value {
        if let valueSoFar { return valueSoFar }
        start()
        return await withCheckedContinuation { continuation in
            let value = stage.withLockedValue { stage -> Value? in
                switch stage {
                case .done(let value): return value
                case .made(let waiting): stage = .made(waiting: waiting + [continuation])
                case .asleep: break
                }
                return nil
            }
            if let value { continuation.resume(returning: value) }
        }
    }
}
