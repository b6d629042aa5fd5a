import Documents
public import PassAPI
import Services
public import Simulation
public import VirtualTime

/// What is served, in words.
public enum ServedText {
    /// What a step did: `advance 1d: it is 2026-11-21 08:00:00.000 UTC; authz-token KITE1 has expired; authn-token expires in 29 d`.
    public static func step(
        _ text: String,
        at instant: Instant,
        expired: [Expiration] = [],
        next: Expiration?,
        settings: ServedBackend.Settings? = nil
    ) -> String {
        let nothing = expired.isEmpty ? "nothing expires" : "nothing else expires"
        let then = next.map { "\($0.name) \($0.instant.expiration(seenFrom: instant))" } ?? nothing
        return "\(PrintableText.escaped(text)): it is \(instant.preciseHeadline); "
            + (expired.isEmpty ? "" : Self.expired(expired) + "; ") + then
            + (settings.map { "; " + ServedVSAText.settings($0, at: instant) } ?? "")
    }

    /// What has expired by a step, each name once.
    private static func expired(_ expired: [Expiration]) -> String {
        let names = WordList.distinct(expired.map(\.name))
        return WordList.text(ofNames: names) + (names.count == 1 ? " has expired" : " have expired")
    }

    /// A request on one line: `12 08:00:00.000 v1.authorize 200`.
    public static func line(of entry: ServedEntry) -> String {
        let called = entry.vsa?.method ?? entry.operation?.rawValue ?? "\(entry.method) \(address(entry.url))"
        let status = entry.status.map(String.init) ?? "connection broken off"
        let clock = entry.instant.headline.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        let words = (["\(entry.ordinal) \(clock) \(called) \(status)"] + facts(of: entry)).joined(separator: ", ")
        return PrintableText.escaped(words)
    }

    /// What is remarkable about a request: the fault, the result of a VSA call, who answered and why nobody did.
    static func facts(of entry: ServedEntry) -> [String] {
        let fault = entry.fault.map { "fault: \($0.name)" }
        let result = entry.vsa.map { ServedVSAText.fact(of: $0, at: entry.instant) }
        let app = entry.app.map { "app \($0)" }
        return ([app, fault, result].compactMap { $0 } + remarks(on: entry.source) + [entry.hint ?? ""]).filter {
            !$0.isEmpty
        }
    }

    /// How much was asked, and whether all of it was answered: since the last reset, and in a line of its own before.
    public static func summary(of backend: ServedBackend) -> String {
        let log = backend.log
        var text = CountedNoun.text(log.count, "request")
        if log.faultCount > 0 { text += ", \(CountedNoun.text(log.faultCount, "fault"))" }
        text += log.unmatchedCount == 0 ? ", none unmatched\n" : ", \(log.unmatchedCount) unmatched\n"
        let lines = log.unmatched.prefix(12).map { "  " + line(of: $0) + "\n" }
        let rest = log.unmatchedCount - lines.count
        let never = backend.neverRequested
        let calls = backend.vsa.neverRequested
        let warnings = log.warnings
        let shown = warnings.last.suffix(5).map { "  " + warning($0) + "\n" }
        let heading =
            warnings.count > shown.count
            ? "\(CountedNoun.text(warnings.count, "warning")), the last:\n"
            : shown.isEmpty ? "" : "\(CountedNoun.text(warnings.count, "warning")):\n"
        text += lines.joined() + (rest > 0 ? "  and \(rest) more\n" : "")
        let forgotten = log.forgotten.map { beforeReset($0) } ?? ""
        return text
            + (never.isEmpty ? "" : "never requested: exchanges \(OrdinalRanges(never).text(limit: 12))\n")
            + (calls.isEmpty ? "" : "never requested: VSA calls \(OrdinalRanges(calls).text(limit: 12))\n")
            + heading + shown.joined() + forgotten
    }

    /// What resets have forgotten: `before the last reset: 12 requests, 1 unmatched`.
    private static func beforeReset(_ forgotten: ForgottenRequests) -> String {
        var facts = [CountedNoun.text(forgotten.count, "request")]
        if forgotten.faultCount > 0 { facts.append(CountedNoun.text(forgotten.faultCount, "fault")) }
        facts.append(forgotten.unmatchedCount == 0 ? "none unmatched" : "\(forgotten.unmatchedCount) unmatched")
        if forgotten.differingCount > 0 { facts.append("\(forgotten.differingCount) with other fields than recorded") }
        if forgotten.warningCount > 0 { facts.append(CountedNoun.text(forgotten.warningCount, "warning")) }
        return "before the last reset: \(facts.joined(separator: ", "))\n"
    }

    /// What kept an app from being served, on one line.
    static func warning(_ warning: ServedWarning) -> String {
        switch warning.code {
        case .foreignOrigin where warning.reason.isEmpty:
            "a page of another site was refused, which names no origin"
        case .foreignOrigin:
            "a page of \(PrintableText.escaped(warning.reason)) was refused; --allow-origin lets it send requests"
        case .connectionClosed, .serverFailed: PrintableText.escaped(warning.reason)
        case .deviceChanged: warning.changedDevice.map(changed) ?? ""
        case .appForgotten: warning.forgottenApp.map(forgotten) ?? ""
        }
    }

    /// The first of the apps that are forgotten: `more than 1024 apps: those heard … are forgotten, app 1 (device tv-…) first; …`.
    private static func forgotten(_ app: ForgottenApp) -> String {
        let device = app.device.map { " (device \(MaskedValue.text($0, of: "deviceId", in: nil) ?? ""))" } ?? ""
        return PrintableText.escaped(
            "more than \(ServedRecording.sessionLimit) apps: those heard from the longest ago are forgotten, "
                + "app \(app.session)\(device) first; one that comes back begins again"
        )
    }

    /// The change of a device id: `app 1 changed its device id (deviceId from "tv-1" to "tv-2") and sends on what …`.
    private static func changed(_ changed: ChangedDevice) -> String {
        func masked(_ text: String?) -> String { quoted(MaskedValue.text(text, of: changed.difference.name, in: nil)) }
        let (before, now) = (masked(changed.difference.own), masked(changed.difference.replayed))
        return PrintableText.escaped(
            "app \(changed.session) changed its device id: \(changed.difference.name) was \(before) and is \(now); "
                + "the service refuses a token or code of another device"
        )
    }

    /// Why nobody answers a request for `operation`, and what comes nearest, each in a line.
    public static func explanation(of request: UnmatchedRequest, to operation: PassAPI.Operation? = nil) -> String {
        var lines = ["The recording has no response to this request: \(request.reason.words)."]
        if let nearest = request.nearest { lines.append("Nearest: exchange \(nearest).") }
        if let expired = request.expiredAt {
            lines.append("What that gives or needs expired at \(expired.preciseHeadline) by the served clock.")
            lines.append("With --fallback simulated, a simulated service responds in its stead.")
        }
        if let nearest = request.nearestVSACall { lines.append("Nearest: VSA call \(nearest).") }
        for difference in request.differences {
            let recorded = MaskedValue.text(difference.recorded, of: difference.name, in: operation)
            let received = MaskedValue.text(difference.replayed, of: difference.name, in: operation)
            let own = MaskedValue.text(difference.own, of: difference.name, in: operation)
            let known = own.map { ", which this app has as \(quoted($0))" } ?? ""
            // Two secrets may begin alike and be as long.
            let held = difference.own ?? difference.recorded
            let hint =
                own ?? recorded == received && ExactText(held) != ExactText(difference.replayed) ? ", another one" : ""
            lines.append(
                "\(difference.name): recorded \(quoted(recorded))\(known), received \(quoted(received))\(hint)"
            )
        }
        return lines.map(PrintableText.escaped).joined(separator: "\n") + "\n"
    }

    /// What is wrong with the exchange that answers, and what to do.
    static func explanation(of damaged: DamagedExchange) -> String {
        let text = "Exchange \(damaged.exchange) has the response, and is not what was recorded: \(damaged.damage)."
        return PrintableText.escaped(text) + "\n`kinescope verify` names every such place.\n"
    }

    /// Why a host is not served, and what to do; `service` is a host of the service's where the request has none.
    static func foreignHost(_ entry: ServedEntry, insteadOf service: String?) -> String {
        let url = URLParts(entry.url)
        if let service {
            let path = PrintableText.escaped(String(url.path))
            return
                "The path has no host before it. A base URL has one, and then the request is for\n/\(service)\(path)\n"
        }
        let name = PrintableText.escaped(url.hostAndPort.isEmpty ? entry.url : url.hostAndPort)
        return "\(name) is neither a host of the service nor in the recording.\n"
            + "Let its requests pass to it with --passthrough \(PrintableText.escaped(url.host))\n"
    }

    private static func quoted(_ value: String?) -> String { value.map { "\"\($0)\"" } ?? "nothing" }

    private static func remarks(on source: ServedEntry.Source) -> [String] {
        func differs(_ fields: [FieldDifference]) -> [String] {
            fields.isEmpty ? [] : ["differs in \(fields.map(\.name).joined(separator: ", "))"]
        }
        return switch source {
        case .simulated, .fault: []
        case .notSimulated: ["unmatched: the simulated service has nothing there"]
        case .recorded(let match):
            ["exchange \(match.exchange)" + (match.isRepeated ? " again" : "")]
                + (match.beginsAgain ? ["the recording begins again"] : []) + differs(match.differences)
        case .recordedVSA(let match):
            [match.vsaCall.map { "VSA call \($0)" } ?? "the recorded app did not ask"] + differs(match.differences)
        case .unmatched(let request): ["unmatched: \(request.reason.words)"]
        case .damaged(let damaged): ["exchange \(damaged.exchange) is damaged: \(damaged.damage)"]
        case .foreignHost: ["host is not served"]
        }
    }

    /// The URL without its query, which may be long and hold what is nobody's business.
    private static func address(_ url: String) -> String { String(url.prefix { $0 != "?" && $0 != "#" }) }
}
