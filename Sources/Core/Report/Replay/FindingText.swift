import ClientStack
import Documents
import PassAPI
public import Replay
import Services
import Tokens
import VirtualTime

extension ReplayWarning {
    /// The warning in one plain line.
    public var summary: String {
        let exchange = "exchange \(exchanges.first ?? 0)"
        let response = "VSA call \(vsaCalls.first ?? 0)"
        switch content {
        case .permissionNotAsked(let step, let isAssumed):
            return "\(step.place): the recorded client did not ask for permission here, as the cookbook does; "
                + (isAssumed ? "granted is assumed" : "the last answer is given again")
        case .permissionAskedAgain:
            return "\(response): the recorded client asked for permission once more than the reference client"
        case .questionDiffers(let difference):
            return "\(response), \(difference.words)"
        case .platformLoginSkipped(let step):
            return "\(step.place): the recorded client did not ask the platform, but went on with regular login; "
                + "the answer is taken to be that the user cancelled"
        case .parameterDiffers(let operation, let field):
            return "\(exchange) (\(operation.adobeName)): \(field.sent)"
        case .polledAtAnotherPace(let pace, let reference):
            return
                "the app polled \(pace.interval < reference ? "faster" : "slower"), after \(seconds(pace.interval)) s "
                + "(exchanges \(list(exchanges))\(pace.words)); the reference client waits \(seconds(reference)) s"
        case .programmerHost(let host, let method, let path, let sendsToken):
            return
                "\(exchange): the recorded client called \(host) (\(method) \(path)), which is not the service's host"
                + (sendsToken ? ", and sent its bearer token along" : "")
        case .foreignHost(let host):
            return CountedNoun.text(exchanges.count, "exchange")
                + " with \(host), which is not the service's host, from \(exchange)"
        case .callNotNeeded(let operation):
            return
                "\(exchange): the recorded client called \(operation.adobeName), which the reference client does not "
                + "need here"
        case .unrecognised(let method, let path):
            return "\(exchange): \(method) \(path) is no operation that the documents name"
        case .samlResponse(let fault):
            return "\(exchange): \(fault.words)"
        case .polledAfterSuccess(let operation):
            return "\(CountedNoun.form(exchanges.count, "exchange")) \(list(exchanges)): the app polled on "
                + "(\(operation.adobeName)) after the token had arrived"
        case .deviceIDChanged(let devices):
            return
                "The app changed its device id: \(CountedNoun.text(devices.count, "id")), first sent in exchanges \(list(exchanges)). "
                + "To the service each is another device; replay treats them as one"
        }
    }
}

extension Divergence {
    /// The divergence in one line that names the exchange, the field and the reason.
    public var summary: String {
        let here = exchange.map { "exchange \($0)" } ?? "VSA call \(vsaCall ?? 0)"
        let after = cause.map { "; after \($0.place)" } ?? ""
        switch content {
        case .missing(let last, let next):
            return (exchange == last ? "\(here) is" : "exchanges \(exchange ?? 0) to \(last) are")
                + " missing from the recording, which goes on with exchange \(next)"
        case .copy(let original):
            return "\(here) is a copy of exchange \(original): it begins at the same instant and says the same"
        case .notAskedFor(let operation, let others):
            return "\(here) (\(operation.adobeName)) was recorded, but the reference client did not ask for it"
                + (cause.map { " after \($0.place)" } ?? "")
                + (others > 0 ? "; \(others) more calls were not asked for either" : "")
        case .vsaCallNotAskedFor:
            return "\(here) was recorded, but the reference client did not ask for it"
        case .foreignMediaToken(let issuer, let source):
            return "\(here), field \(fields.first?.name ?? ""): carries "
                + (issuer.map { "the media token of exchange \($0)" } ?? "a media token that no recorded answer issued")
                + (source.map { ", not the serializedToken of exchange \($0), which comes before it" } ?? "")
        case .parameterDiffers(let operation):
            let field = fields.first
            return "\(here) (\(operation.adobeName)), field \(field?.name ?? ""): recorded \(shown(field?.recorded)), "
                + "replayed \(shown(field?.replayed))" + origin
        case .outOfTurn(let operation, let overtaken):
            return
                "\(here) (\(operation.adobeName)) was asked for before exchange \(list(overtaken)), which the recording "
                + "has first"
        case .responseDisagrees(let operation):
            let texts = fields.map { "\($0.name) is \(shown($0.recorded)), expected \(shown($0.replayed))" }
            return "\(here) (\(operation.adobeName)): the answer does not fit the session: "
                + texts.joined(separator: "; ")
        case .unanswered(let operation, let step, let reason, let nearest, let expected):
            let differing = fields.map(\.both)
            return "the reference client asked for \(operation.adobeName)"
                + (step.map { " in step \($0.rawValue)" } ?? "") + ": \(reason.rawValue)"
                + (nearest.map { "; the nearest is \(here) (\($0.adobeName))" } ?? "")
                + (differing.isEmpty ? "" : ", " + differing.joined(separator: "; ")) + after
                + (expected.map { "; the recorded client went on with exchange \($0.ordinal) (\($0.adobeName))" } ?? "")
        case .questionDiffers(let difference):
            return "\(here), \(difference.words)" + origin
        case .providerNotOffered:
            return "\(here): provider \(fields.first?.recorded ?? "") answered, but the reference client offers only "
                + (fields.first?.replayed ?? "")
                + (cause.map { ", by the configuration of exchange \($0.exchange)" } ?? "")
        case .questionUnanswered(let step):
            return "\(step.place): the VSA log has no answer: \(reason.rawValue)"
                + (vsaCall.map { "; the nearest is VSA call \($0)" } ?? "") + after
        case .damaged(let problem):
            return "it is not what was recorded: \(problem)"
        }
    }

    /// What a reader may want to see besides, as names and values.
    var details: [(name: String, value: String)] {
        var details = [("reason", reason.rawValue)]
        if let exchange { details.append(("exchange", "\(exchange)")) }
        if let vsaCall { details.append(("accountResponse", "\(vsaCall)")) }
        details += fields.map {
            ($0.name, "recorded \($0.recorded ?? "nothing"), replayed \($0.replayed ?? "nothing")")
        }
        if let cause { details.append(("cause", "exchange \(cause.exchange), \(cause.field): \(cause.value)")) }
        return details
    }

    private var origin: String {
        cause.map { ", which came from exchange \($0.exchange), field \($0.field)" } ?? ""
    }
}

extension Divergence.Cause {
    /// What the exchange shows, in words: that the client went another way for it is a conclusion.
    fileprivate var place: String {
        "exchange \(exchange) (\(field) \(value.count > 60 ? value.prefix(57) + "…" : value[...]))"
    }
}

extension SAMLTransportFault {
    /// The fault in a sentence, with the reason why it matters.
    fileprivate var words: String {
        switch self {
        case .encodedTwice:
            "the SAMLResponse is percent-encoded twice; the service reads the inner encoding as a part of it"
        case .wrappedBase64: "the Base64 of the SAMLResponse is wrapped in lines; the service expects one line"
        case .notNormalized:
            "the SAML text was sent with line feeds, tabs or outer white space, which the cookbook removes before Base64"
        }
    }
}

extension PollPace {
    /// The median, where there is more than one interval to take it of.
    fileprivate var words: String {
        intervalCount > 1 ? "; median of \(CountedNoun.text(intervalCount, "interval")): \(seconds(median)) s" : ""
    }
}

extension RecordedCall {
    fileprivate var adobeName: String { request.operation.adobeName }
}

extension VSADifference {
    fileprivate var words: String {
        "\(property): the recorded client gave \(recorded), the reference client \(replayed)"
    }
}

extension FieldDifference {
    /// The name, with what both clients sent.
    fileprivate var both: String { "\(name) recorded \(shown(recorded)), replayed \(shown(replayed))" }

    /// What both clients sent; a long value that only one of them sends is named, not quoted.
    ///
    /// Such values are made of others, of replaced ones too.
    fileprivate var sent: String {
        switch (recorded, replayed) {
        case (nil, let replayed?) where isLong(replayed):
            "the recorded client did not send \(name), the reference client does"
        case (let recorded?, nil) where isLong(recorded):
            "the recorded client sent \(name), the reference client does not"
        default:
            "the recorded client sent \(name) \(shown(recorded)), the reference client \(shown(replayed))"
        }
    }
}

extension FlowStep? {
    fileprivate var place: String { "step \(self?.rawValue ?? "?")" }
}

private func list(_ ordinals: [Int]) -> String { ordinals.map(String.init).joined(separator: ", ") }

private func shown(_ value: String?) -> String {
    guard let value else { return "nothing" }
    return isLong(value) ? "\"\(value.prefix(57))…\"" : "\"\(value)\""
}

/// Whether a value is too long to be quoted whole.
private func isLong(_ value: String) -> Bool { value.count > 60 }

private func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let hundredths = (seconds * 100) + attoseconds / 10_000_000_000_000_000
    let fraction = hundredths % 100
    return fraction == 0 ? "\(hundredths / 100)" : "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
}
