import ArgumentParser

/// When a recorder stops by itself.
enum StopCondition: Hashable, Sendable, ExpressibleByArgument {
    /// After so long.
    case time(Duration)
    /// After so many exchanges.
    case exchanges(Int)

    /// `30s`, `5m`, `2h`, or a number of exchanges.
    init?(argument: String) {
        guard let number = Int(argument.prefix { $0.isASCII && $0.isNumber }), number > 0,
            number <= Self.largestNumber
        else { return nil }
        switch argument.drop(while: { $0.isASCII && $0.isNumber }) {
        case "": self = .exchanges(number)
        case "s": self = .time(.seconds(number))
        case "m": self = .time(.seconds(number * 60))
        case "h": self = .time(.seconds(number * 3_600))
        default: return nil
        }
    }

    /// More nobody waits for.
    private static let largestNumber = 1_000_000_000
}
