import Documents
import VirtualTime

/// One entry of a HAR: an exchange, and what else the entry holds as the exchange's extra members.
enum HAREntry {
    /// Reads the entry that comes next.
    static func read(
        _ cursor: inout ImportCursor,
        ordinal: Int,
        limits: HARLimits
    ) throws(ImportFault) -> Exchange {
        let start = cursor.valueOffset
        let halves = cursor.loneSurrogateCount
        var extras = HARExtrasBuilder()
        var startedAt: Instant?
        var duration: Int64?
        var request: HTTPRequest?
        var outcome: Exchange.Outcome?
        var cache: JSONValue?
        var timings: JSONValue?
        try cursor.beginObject()
        while let key = try cursor.nextKey() {
            switch ExactText(key) {
            case "startedDateTime":
                try once(startedAt == nil, key, cursor)
                startedAt = try readStart(&cursor, extras: &extras)
            case "time":
                try once(duration == nil, key, cursor)
                duration = try readDuration(&cursor, extras: &extras)
            case "request":
                try once(request == nil, key, cursor)
                let (message, rest) = try HARRequest.read(&cursor, limits: limits)
                request = message
                extras.add(key, difference: rest)
            case "response":
                try once(outcome == nil, key, cursor)
                let (answer, rest) = try HARResponse.read(&cursor, limits: limits)
                outcome = answer
                extras.add(key, rest)
            case "cache":
                try once(cache == nil, key, cursor)
                cache = try cursor.value()
            case "timings":
                try once(timings == nil, key, cursor)
                timings = try cursor.value()
            default: extras.add(key, try cursor.value())
            }
        }
        guard let startedAt else { throw ImportFault(problem: .missing("startedDateTime"), byteOffset: start) }
        guard let request else { throw ImportFault(problem: .missing("request"), byteOffset: start) }
        if duration == nil { extras.addAbsent("time") }
        if outcome == nil { extras.addAbsent("response") }
        if cursor.loneSurrogateCount > halves {
            HARSurrogates.note(in: &extras)
            cursor.oddities.append(ImportOddity(oddity: .loneSurrogate, byteOffset: cursor.lastLoneSurrogate))
        }
        extras.note("cache", cache, derived: .object(JSONObject()))
        extras.note("timings", timings, derived: HAREntry.timings(microseconds: duration ?? 0))
        return Exchange(
            ordinal: ordinal,
            startedAt: startedAt,
            durationMicroseconds: duration ?? 0,
            request: request,
            outcome: outcome ?? .failure(""),
            harExtras: extras.object
        )
    }

    /// The entry of `exchange`: what follows from it, changed by its extra members.
    static func object(for exchange: Exchange) -> JSONObject {
        let archived = exchange.harExtras
        var derived: JSONObject = [
            "startedDateTime": .string(exchange.startedAt.description),
            "time": .number(milliseconds(exchange.durationMicroseconds)),
            "request": .object(HARRequest.object(for: exchange.request, extras: archived?["request"])),
            "response": HARResponse.value(for: exchange.outcome, extras: archived?["response"]),
            "cache": .object(JSONObject()),
            "timings": timings(microseconds: exchange.durationMicroseconds),
        ]
        guard var extras = archived else { return derived }
        if let text = extras["startedDateTime"]?.string, instant(text) == exchange.startedAt {
            derived["startedDateTime"] = .string(text)
        }
        if let time = extras["time"], microseconds(time) ?? 0 == exchange.durationMicroseconds {
            derived["time"] = time
        }
        for key in ["startedDateTime", "time", "request", "response"] { extras[key] = nil }
        return HARExtras.merge(extras, into: derived)
    }
}

// MARK: Times

extension HAREntry {
    private static func readStart(
        _ cursor: inout ImportCursor,
        extras: inout HARExtrasBuilder
    ) throws(ImportFault) -> Instant {
        let (exact, text) = try cursor.instant()
        let instant = Instant(microsecondsSince1970: exact.microsecondsSince1970)
        if instant.description != text { extras.add("startedDateTime", .string(text)) }
        return instant
    }

    /// The instant that `text` writes, to the microsecond, as recordings keep it.
    private static func instant(_ text: String) -> Instant? {
        Instant(iso8601: text).map { Instant(microsecondsSince1970: $0.microsecondsSince1970) }
    }

    private static func readDuration(
        _ cursor: inout ImportCursor,
        extras: inout HARExtrasBuilder
    ) throws(ImportFault) -> Int64 {
        let offset = cursor.valueOffset
        // Chrome writes null where its sum was no number.
        if cursor.kind != .null { try cursor.expect(.number) }
        let value = try cursor.value()
        guard let duration = microseconds(value) else {
            // -1 stands for what is not known in all other times of a HAR.
            try cursor.tolerate(
                .impossibleTime,
                else: .outOfRange("a time is between 0 and 9,007,199,254,740 milliseconds"),
                at: offset
            )
            extras.add("time", value)
            return 0
        }
        if value != .number(milliseconds(duration)) { extras.add("time", value) }
        return duration
    }

    /// The milliseconds of `value` in whole microseconds, half of one rounded up; `null` counts as 0.
    static func microseconds(_ value: JSONValue) -> Int64? {
        if value == .null { return 0 }
        return value.number.flatMap(HARDuration.microseconds)
    }

    /// `microseconds` as milliseconds with as many decimal places as it takes.
    static func milliseconds(_ microseconds: Int64) -> JSONNumber {
        let (whole, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000)
        guard rest != 0 else { return JSONNumber(whole) }
        var digits = String(1_000 + rest.magnitude).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return JSONNumber("\(microseconds < 0 && whole == 0 ? "-" : "")\(whole).\(digits)") ?? JSONNumber(whole)
    }

    /// The phases of an exchange of which only the sum is known.
    static func timings(microseconds: Int64) -> JSONValue {
        let zero = JSONValue.number(JSONNumber(0))
        return .object(["send": zero, "wait": .number(milliseconds(microseconds)), "receive": zero])
    }

    /// Throws if a member that counts comes a second time.
    static func once(_ isFirst: Bool, _ key: String, _ cursor: ImportCursor) throws(ImportFault) {
        guard !isFirst else { return }
        throw ImportFault(problem: .duplicate(key), byteOffset: cursor.valueOffset)
    }
}
