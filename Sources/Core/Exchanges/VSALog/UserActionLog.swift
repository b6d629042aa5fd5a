import Documents
import VirtualTime

/// The user action log in and out: what reached the app from outside, one JSON object a line.
///
/// Keys: `at`, `action`, and what the action is about: `provider`, `resource` or `resources`. A key that the action
/// does not know is an error, since it is most likely misspelled.
///
/// ```json
/// {"at":"2026-11-20T21:59:12.741Z","action":"play","resource":"kite-news"}
/// ```
public enum UserActionLog {
    /// The user actions in `bytes`, their ordinals counted from 1; blank lines are skipped.
    ///
    /// - Throws: ``UserActionLogError`` with the line and the key.
    public static func parse(
        _ bytes: [UInt8],
        limits: LogLimits = .default
    ) throws(UserActionLogError) -> [UserAction] {
        try LogLines.parse(bytes, limits: limits) { (object, index) throws(ImportFault) in
            try read(object, ordinal: index + 1, clock: nil)
        }
    }

    /// The user actions of a report that an app has sent, their ordinals counted from 1 and their times the recorder's.
    ///
    /// A report is a log, or one array of objects, or objects that go over several lines; `at` may be missing.
    /// - Throws: ``UserActionLogError`` with the line and the key.
    public static func parse(
        report bytes: [UInt8],
        clock: ReportClock,
        limits: LogLimits = .default
    ) throws(UserActionLogError) -> [UserAction] {
        try ReportObjects.parse(bytes, limits: limits) { (object, index) throws(ImportFault) in
            try read(object, ordinal: index + 1, clock: clock)
        }
    }

    /// The line of `userAction`, without its end of line.
    public static func line(for userAction: UserAction) -> String {
        var line: JSONObject = [
            "at": .string(userAction.occurredAt.description), "action": .string(userAction.action.name),
        ]
        let arguments = userAction.action.arguments.map(JSONValue.string)
        switch UserActionForm.named(userAction.action.name)?.argument {
        case .text(let key, _): line[key] = arguments.first
        case .texts(let key, _): line[key] = .array(arguments)
        case .some(.none), nil: break
        }
        return JSONValue.object(line).serialized
    }
}

/// The reason that a user action log is not acceptable.
public typealias UserActionLogError = LogLineError

extension UserActionLog {
    private static func read(
        _ line: ImportObject,
        ordinal: Int,
        clock: ReportClock?
    ) throws(ImportFault) -> UserAction {
        let at = try ReportClock.time(of: line, clock)
        var word = try line.required("action")
        let form = try word.word(UserActionForm.all.map(\.name), UserActionForm.named)
        let keys = ["at", "action"] + (form.key.map { [$0] } ?? [])
        for key in line.keys where !keys.contains(exactly: key) {
            throw ImportFault(
                problem: .unknownWord(expected: keys, nearest: NearestWord.nearest(to: key, among: keys)),
                byteOffset: line.cursor(key)?.valueOffset ?? line.byteOffset
            )
        }
        let action: UserAction.Action
        switch form.argument {
        case .none(let plain): action = plain
        case .text(let key, let make):
            var cursor = try line.required(key)
            action = make(try cursor.string())
        case .texts(let key, let make):
            var cursor = try line.required(key)
            action = make(try cursor.strings())
        }
        return UserAction(ordinal: ordinal, occurredAt: at, action: action)
    }
}
