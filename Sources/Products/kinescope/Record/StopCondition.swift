import ArgumentParser

/// When a recorder stops by itself.
enum StopCondition: Hashable, Sendable {
    /// After so long.
    case time(Duration)
    /// After so many exchanges.
    case exchanges(Int)

    /// `30s`, `5m`, `2h`, or a number of exchanges.
    ///
    /// - Throws: `ValidationError` for anything else.
    init(parsing text: String) throws {
        let number = Int(text.prefix { $0.isASCII && $0.isNumber }).flatMap {
            (1...Self.largestNumber).contains($0) ? $0 : nil
        }
        switch (number, text.drop { $0.isASCII && $0.isNumber }) {
        case (let number?, ""): self = .exchanges(number)
        case (let number?, "s"): self = .time(.seconds(number))
        case (let number?, "m"): self = .time(.seconds(number * 60))
        case (let number?, "h"): self = .time(.seconds(number * 3_600))
        default:
            throw ValidationError("\(Self.times), or a number from 1 to \(Self.largestNumber)")
        }
    }

    /// `30s`, `5m`, `2h`.
    ///
    /// - Throws: `ValidationError` for anything else.
    static func time(parsing text: String) throws -> StopCondition {
        guard let condition = try? StopCondition(parsing: text), case .time = condition else {
            throw ValidationError(times)
        }
        return condition
    }

    private static let times = "a time in whole seconds, minutes or hours, such as 30s, 5m or 2h"

    /// More nobody waits for.
    private static let largestNumber = 1_000_000_000
}
