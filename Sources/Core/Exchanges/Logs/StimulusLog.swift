import Documents
import VirtualTime

/// The stimulus log in and out: what reached the app from outside, one JSON object a line.
///
/// Keys: `at`, `action`, and what the action is about: `provider`, `resource` or `resources`. A key that the action does
/// not know is an error, since it is most likely misspelled.
///
/// ```json
/// {"at":"2026-11-20T21:59:12.741Z","action":"play","resource":"kite-news"}
/// ```
public enum StimulusLog {
    /// The stimuli in `bytes`, their ordinals counted from 1; blank lines are skipped.
    ///
    /// - Throws: ``StimulusLogError`` with the line and the key.
    public static func parse(
        _ bytes: [UInt8],
        limits: LogLimits = .default
    ) throws(StimulusLogError) -> [Stimulus] {
        try LogLines.parse(bytes, limits: limits) { (object, index) throws(ImportFault) in
            try read(object, ordinal: index + 1, clock: nil)
        }
    }

    /// The stimuli of a report that an app has sent, their ordinals counted from 1 and their times the recorder's.
    ///
    /// A report is a log, or one array of objects, or objects that go over several lines; `at` may be missing.
    /// - Throws: ``StimulusLogError`` with the line and the key.
    public static func parse(
        report bytes: [UInt8],
        clock: ReportClock,
        limits: LogLimits = .default
    ) throws(StimulusLogError) -> [Stimulus] {
        try ReportObjects.parse(bytes, limits: limits) { (object, index) throws(ImportFault) in
            try read(object, ordinal: index + 1, clock: clock)
        }
    }

    /// The line of `stimulus`, without its end of line.
    public static func line(for stimulus: Stimulus) -> String {
        var line: JSONObject = [
            "at": .string(stimulus.occurredAt.description), "action": .string(stimulus.action.name),
        ]
        let arguments = stimulus.action.arguments.map(JSONValue.string)
        switch StimulusForm.named(stimulus.action.name)?.argument {
        case .text(let key, _): line[key] = arguments.first
        case .texts(let key, _): line[key] = .array(arguments)
        case .some(.none), nil: break
        }
        return JSONValue.object(line).serialized
    }
}

/// Why a stimulus log is not acceptable.
public typealias StimulusLogError = LogLineError

extension StimulusLog {
    private static func read(
        _ line: ImportObject,
        ordinal: Int,
        clock: ReportClock?
    ) throws(ImportFault) -> Stimulus {
        let at = try ReportClock.time(of: line, clock)
        var word = try line.required("action")
        let form = try word.word(StimulusForm.all.map(\.name), StimulusForm.named)
        let keys = ["at", "action"] + (form.key.map { [$0] } ?? [])
        for key in line.keys where !keys.contains(exactly: key) {
            throw ImportFault(
                problem: .unknownWord(expected: keys, nearest: NearestWord.nearest(to: key, among: keys)),
                byteOffset: line.cursor(key)?.valueOffset ?? line.byteOffset
            )
        }
        let action: Stimulus.Action
        switch form.argument {
        case .none(let plain): action = plain
        case .text(let key, let make):
            var cursor = try line.required(key)
            action = make(try cursor.string())
        case .texts(let key, let make):
            var cursor = try line.required(key)
            action = make(try cursor.strings())
        }
        return Stimulus(ordinal: ordinal, occurredAt: at, action: action)
    }
}
