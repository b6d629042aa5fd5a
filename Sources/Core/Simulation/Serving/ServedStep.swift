import Documents
package import Services
public import VirtualTime

/// A step that can be made while something is served: one of the scenarios' rows, or a word about the clock that is served.
public struct ServedStep: Sendable {
    /// The text of the step.
    public let text: String
    let act: Act
    /// The number of the app that it is for, as request lines show it; nil for all.
    let app: Int?

    enum Act: Sendable {
        case rows([Scenario.LocatedStep])
        case age(Duration)
        case rate(Int)
        case settings(SettingsControl)
        /// A change of a service that is not there: a recording responds.
        case impossible
    }

    /// True if it is about what Settings hold for VSA.
    public var isAboutSettings: Bool {
        switch act {
        case .settings: true
        case .rows, .age, .rate, .impossible: false
        }
    }

    /// True if all that was issued becomes older by it.
    public var isAging: Bool {
        switch act {
        case .age: true
        case .rows, .rate, .settings, .impossible: false
        }
    }

    /// True if something may expire by it: time passes, or all that was issued becomes older.
    package var letsExpire: Bool {
        switch act {
        case .age: true
        case .rows(let steps):
            steps.contains { $0.step.isExpiring || $0.step.as(AdvanceStep.self) != nil }
        case .rate, .settings, .impossible: false
        }
    }

    /// True if it takes away a subscriber's rights.
    public var isRevocation: Bool {
        guard case .rows(let steps) = act else { return false }
        return steps.contains { step in
            if case .revoke? = step.step.as(ControlStep.self)?.control { true } else { false }
        }
    }

    /// The words that scenarios do not have, with what they do.
    package static let ownWords: [(example: String, meaning: String)] =
        [
            ("age 31d", "all that was issued becomes older, while the clock stays"),
            ("rate 60", "the clock runs this many times as fast; 0 stops it"),
            ("app 2: revoke wren", "a change of the service or a fault for one app over a recording alone"),
        ] + SettingsControl.examples

    /// The steps in `text`, which a semicolon or a line's end divides from each other.
    ///
    /// - Parameters:
    ///   - text: the steps.
    ///   - configuration: what the service knows, for what a step leaves out; nil where a recording answers.
    ///   - yaml: reads what a step has in brackets or quotes.
    /// - Returns: the steps, at least one.
    /// - Throws: `Problem` for what is not understood, with its place.
    package static func steps(
        in text: String,
        for configuration: ServiceConfiguration?,
        yaml: @escaping YAMLReader
    ) throws(Problem) -> [ServedStep] {
        var steps: [ServedStep] = []
        for piece in StepLine.pieces(of: text) {
            guard steps.count < Scenario.mostSteps else {
                throw Problem(piece.place, "there are more than \(Scenario.mostSteps) steps")
            }
            steps.append(try ServedStep(piece.text, at: piece.place, configuration, yaml))
        }
        guard !steps.isEmpty else {
            throw Problem(Place(line: 1, column: 1), "there is no step", "write for example advance 31d")
        }
        return steps
    }

    /// Checks that a step begins with a word that control has; one that names its app is another matter.
    private static func checkWord(
        _ text: String,
        at place: Place,
        _ yaml: @escaping YAMLReader
    ) throws(Problem) {
        guard !text.hasPrefix("on ") else { return }
        let settings = [PermissionStep.words, SettingsSignInStep.words, SettingsSignOutStep.words].joined()
        let rows = StepCatalog.all.filter { $0.scope == .world }.flatMap { $0.words } + settings
        let words = rows.map(\.text)
        if try StepLine.split(text, words, at: place, yaml) != nil { return }
        guard let (word, _) = try StepLine.split(text, StepCatalog.names, at: place, yaml) else {
            let own = ownWords.map { $0.example.prefix { $0 != " " } }.map(String.init)
            throw .unknownStep(
                StepLine.firstWords(text),
                at: place,
                or: own,
                among: words,
                examples: "advance 31d or revoke wren"
            )
        }
        // One that is complete is refused when it is its turn: those before it happen.
        guard (try? StepLine.step(text, at: place, yaml)) == nil else { return }
        throw Problem(
            place,
            "\"\(word)\" is about an app or a device: what is served is not Kinescope's, and cannot be told what to do",
            "let time pass, change the service or let requests fail"
        )
    }

    /// A step for all apps, or with `app 2: ` in front for one.
    private init(
        _ text: String,
        at place: Place,
        _ configuration: ServiceConfiguration?,
        _ yaml: @escaping YAMLReader
    ) throws(Problem) {
        guard let (number, rest) = Self.app(of: text) else {
            if text == "app" || text.utf8.starts(with: "app ".utf8) {
                throw Problem(
                    place,
                    "\"app\" needs the app's number and a colon",
                    "write for example app 2: revoke wren"
                )
            }
            self = try Self(ofAll: text, at: place, configuration, yaml)
            return
        }
        let step = try Self(ofAll: rest, at: place, configuration, yaml)
        switch step.act {
        case .impossible: break
        case .rows(let rows) where rows.allSatisfy({ $0.step.isForOneApp || !$0.step.isForService }): break
        case .rows, .age, .rate, .settings:
            throw Problem(
                place,
                "\"\(rest)\" is for all apps: they have one clock, and one device's Settings",
                "omit \"app \(number):\""
            )
        }
        (self.text, act, app) = (text, step.act, number)
    }

    /// The number in `app 2: revoke wren`, and the step behind it; nil where it is another step.
    private static func app(of text: String) -> (number: Int, step: String)? {
        guard text.utf8.starts(with: "app ".utf8), let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            return nil
        }
        guard let number = Int(text[..<colon].dropFirst(4)), number > 0 else { return nil }
        return (number, String(text[colon...].dropFirst().drop { $0 == " " }))
    }

    private init(
        ofAll text: String,
        at place: Place,
        _ configuration: ServiceConfiguration?,
        _ yaml: @escaping YAMLReader
    ) throws(Problem) {
        self.text = text
        app = nil
        if let own = Self.ownWords.first(where: { $0.example.prefix { $0 != " " } == text }) {
            throw Problem(place, "\"\(text)\" needs a value", "write for example \(own.example)")
        }
        if let (word, argument) = try StepLine.split(text, ["age", "rate"], at: place, yaml) {
            act =
                word == "age"
                ? .age(try argument.duration("\"age\""))
                : .rate(try argument.count("\"rate\"", in: 0...ServedClock.highestRate))
            return
        }
        if let (_, argument) = try StepLine.split(text, [SettingsControl.word], at: place, yaml) {
            act = .settings(try SettingsControl(argument))
            return
        }
        if let (word, argument) = try StepLine.split(text, ShortControl.words, at: place, yaml),
            let short = ShortControl(word, argument)
        {
            guard let configuration else {
                act = .impossible
                return
            }
            var steps: [Scenario.LocatedStep] = []
            for argument in try short.arguments(in: configuration, at: place) {
                steps.append(try Scenario.LocatedStep(word, argument, on: nil, at: place, yaml))
            }
            act = .rows(steps)
            return
        }
        try Self.checkWord(text, at: place, yaml)
        let located = try StepLine.step(text, at: place, yaml)
        if located.app == nil, let control = SettingsControl(located.step) {
            act = .settings(control)
        } else {
            act = .rows([located])
        }
    }
}

extension ScenarioError {
    /// A step about a service that remembers what it issued, where a recording alone responds.
    static var noService: ScenarioError {
        ScenarioError(
            line: 0,
            "responses come from a recording: there is no service that remembers what it issued",
            hint: "serve with --fallback simulated"
        )
    }
}

extension [Expiration] {
    /// Those of them of which `others` have none of the same kind and subject left, as often as they have none.
    package func missing(in others: [Expiration]) -> [Expiration] {
        var left: [String: Int] = [:]
        for other in others { left[other.name, default: 0] += 1 }
        return filter { expiration in
            guard let count = left[expiration.name], count > 0 else { return true }
            left[expiration.name] = count - 1
            return false
        }
    }
}

extension ServedBackend {
    /// Lets a step happen when it is `wall`.
    ///
    /// - Returns: what the served clock shows afterwards.
    /// - Throws: `ScenarioError` if it cannot happen.
    public mutating func perform(_ step: ServedStep, at wall: Instant) throws(ScenarioError) -> Instant {
        switch step.act {
        case .rows(let located):
            if let app = step.app { return try perform(located, of: app, at: wall) }
            var shown = pass(to: wall)
            for step in located { shown = try perform(step, at: wall) }
            return shown
        case .settings(let control): return try change(control, at: wall)
        case .impossible: throw .noService
        case .age(let duration): return try age(by: duration, at: wall)
        case .rate(let rate):
            change(rate: rate, at: wall)
            return pass(to: wall)
        }
    }
}
