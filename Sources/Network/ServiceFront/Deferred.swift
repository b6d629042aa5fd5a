import Foundation
import NIOConcurrencyHelpers
import Synchronization

/// A value that takes its time to be made: on a thread of its own, once, when it is asked for first.
///
/// Whoever asks waits without keeping a thread.
package final class Deferred<Value: Sendable>: Sendable {
    private enum Stage {
        case asleep(@Sendable () -> Value)
        case making(waiting: [CheckedContinuation<Value, Never>])
        case done
    }

    private final class Made: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    private let stage: NIOLockedValueBox<Stage>
    /// What was made: every request looks at it, and none waits for another to do so.
    private let made = AtomicLazyReference<Made>()

    /// What `make` makes.
    package init(_ make: @escaping @Sendable () -> Value) { stage = NIOLockedValueBox(.asleep(make)) }

    /// A value that is there already.
    package init(done value: Value) {
        stage = NIOLockedValueBox(.done)
        _ = made.storeIfNil(Made(value))
    }

    /// The value; nil as long as it is not there.
    package var valueSoFar: Value? { made.load()?.value }

    /// Lets it be made, if nobody did yet.
    package func start() {
        let make = stage.withLockedValue { stage -> (@Sendable () -> Value)? in
            guard case .asleep(let make) = stage else { return nil }
            stage = .making(waiting: [])
            return make
        }
        guard let make else { return }
        let thread = Thread { [self] in
            let value = make()
            _ = made.storeIfNil(Made(value))
            let waiting = stage.withLockedValue { stage -> [CheckedContinuation<Value, Never>] in
                guard case .making(let waiting) = stage else { return [] }
                stage = .done
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
                case .done: return valueSoFar
                case .making(let waiting): stage = .making(waiting: waiting + [continuation])
                case .asleep: break
                }
                return nil
            }
            if let value { continuation.resume(returning: value) }
        }
    }
}
