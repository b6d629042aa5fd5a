import ClientStack
import Documents
import PassAPI
public import Replay
import Services
import Tokens
import VirtualTime

extension ReplayWarning {
    /// What the app did other than the reference client, in a sentence or two that do not name the place.
    public var summary: String { sentences + (brokenRule.map { " (rule \($0))" } ?? "") + "." + more }

    private var sentences: String {
        switch content {
        case .permissionNotAsked:
            "The app did not call checkAccessStatus before enqueue; the cookbook requires it"
        case .permissionAskedAgain: "The app called checkAccessStatus one time more than the reference client"
        case .questionDiffers(let difference):
            "enqueue, \(difference.property): the app passed \(difference.recorded); the reference client passes "
                + difference.replayed
        case .platformLoginSkipped:
            "The app continued with regular sign-in without enqueue; the reference client starts the platform sign-in"
        case .parameterDiffers(let operation, let field): "\(operation.rawValue): \(field.printed.sent)"
        case .polledAtAnotherPace(let pace, let reference):
            "The app \(pace.words); the reference client waits \(ElapsedTime(reference))"
        case .programmerHost(let host, let method, let path, sendsToken: true):
            "The app sent its Adobe access token to \(host) (\(method) \(path)), which is not Adobe's host"
        case .programmerHost(_, _, _, sendsToken: false), .foreignHost:
            "Calls of hosts that are not Adobe's: replay skips these exchanges"
        case .callNotNeeded(let operation):
            "The app called \(operation.rawValue), which the reference client does not need here"
        case .unrecognized(let method, let path): "\(method) \(path) is not a known operation; replay skips it"
        case .deviceIDChanged(let devices):
            "The app changed its device id (\(CountedNoun.text(devices.count, "id"))); to the service each is another device"
        case .polledAfterSuccess(let operation):
            "The app continued to poll with \(operation.rawValue) after the token had arrived"
        case .samlResponse(let fault): fault.sentence
        case .mediaTokenNotEncoded(let host, let field):
            "The app sent the media token to \(host) with a raw + in \(field), which arrives as a space"
        case .logoutWithoutRequestor:
            "The app did not send requestor with v1.logout; the documents list it, but not as mandatory"
        case .authorizationNotNeeded(let operation, let alone):
            "The app requested \(operation.rawValue) while its AuthZ token was valid; AccessEnabler requests "
                + "\(alone.rawValue) alone then"
        case .headerMalformed(let header, let fault): "The app sent \(header) \(fault.words)"
        case .headerMissing(let header): "The app never sends \(header)"
        case .mediaTokenReused(let host): "The app sent a media token to \(host) a second time"
        case .throttleIgnored(let operation, let pause):
            "The app called \(operation.rawValue) \(ElapsedTime(pause)) after 429; the service wants a second"
        case .refusedTokenReused(let operation):
            "The app called \(operation.rawValue) with the access token that had been refused with 401"
        case .redirectEncodedTwice(let operation):
            "The app sent a redirectUrl with \(operation.rawValue) that is percent-encoded twice"
        }
    }

    /// How the replay continued.
    private var more: String {
        switch content {
        case .permissionNotAsked(_, isAssumed: true): " Replay assumed the result granted."
        case .permissionNotAsked(_, isAssumed: false): " Replay reused the earlier result."
        case .platformLoginSkipped: " Replay assumed the result userCancelled."
        case .deviceIDChanged: " Replay treats them as one device."
        default: ""
        }
    }
}

extension HeaderFault {
    /// How the header was sent.
    fileprivate var words: String {
        switch self {
        case .percentEncoded: "percent-encoded, as in REST API V1"
        case .notBase64: "in something else than Base64"
        case .notJSON: "with something else than a JSON object"
        case .notFingerprint: "without fingerprint and Base64"
        case .unknownPermission: "without one of the four permissions"
        case .notText: "with an id or a date that is not a text"
        }
    }
}

extension Divergence {
    /// Where the replay and the recording part, in sentences that name the field and the reason.
    public var summary: String {
        switch content {
        case .missing(let last, let next):
            return (exchange == last ? "This exchange is" : "\(last - (exchange ?? 0) + 1) exchanges are")
                + " missing from the recording, which continues with exchange \(next)."
        case .copy(let original): return "This is a copy of exchange \(original): same start, same content."
        case .notAskedFor(let operation, let others):
            let also = others > 0 ? ", nor \(CountedNoun.text(others, "later exchange"))" : ""
            return
                "The app requested \(operation.rawValue); the reference client did not request it\(also)\(afterCause)."
        case .vsaCallNotAskedFor: return "The app made this call; the reference client did not make it."
        case .foreignMediaToken(let issuer, let source):
            return "\(printedFields.first?.name ?? "") holds "
                + (issuer.map { "the media token of exchange \($0)" }
                    ?? "a media token that is not in any recorded response")
                + (source.map { ", not the one of exchange \($0), which precedes it" } ?? "") + "."
        case .parameterDiffers(let operation):
            let field = printedFields.first
            return "\(operation.rawValue), \(field?.path ?? ""): "
                + ValueDifference.text(field?.recorded, "recorded", field?.replayed, "replayed") + origin + "."
        case .outOfTurn(let operation, let overtaken):
            let those = CountedNoun.form(overtaken.count, "exchange") + " \(OrdinalRanges(overtaken))"
            return
                "The reference client requested \(operation.rawValue) before \(those), which the recording has first."
        case .responseDisagrees(let operation):
            let texts = printedFields.map {
                "\($0.path): " + $0.expectation
            }
            return "\(operation.rawValue): the response does not fit the session. " + texts.joined(separator: "; ")
                + "."
        case .unanswered(let operation, _, let reason, let nearest, let expected):
            return unanswered(operation, reason, nearest, expected) + origins
        case .questionDiffers(let difference):
            return "enqueue, \(difference.property): "
                + ValueDifference.text(difference.recorded, "recorded", difference.replayed, "replayed") + origin + "."
        case .providerNotOffered:
            return
                "The result names \(printedFields.first?.recorded ?? "no provider"); the reference client offers only "
                + (printedFields.first?.replayed ?? "")
                + (cause.map { ", by the configuration of exchange \($0.exchange)" } ?? "") + "."
        case .questionUnanswered:
            return "The VSA log has no result for this call\(afterCause): \(reason.words)"
                + (vsaCall.map { "; the nearest is vsa\($0)" } ?? "") + "."
        case .damaged(let problem): return "The recording is not what was recorded: \(problem)."
        }
    }

    private func unanswered(
        _ operation: Operation,
        _ reason: UnmatchedReason,
        _ nearest: Operation?,
        _ expected: RecordedCall?
    ) -> String {
        var text = "The reference client requested \(operation.rawValue)\(afterCause): \(reason.words)."
        if let nearest, let exchange {
            let differing = printedFields.map {
                "\($0.path): " + ValueDifference.text($0.recorded, "recorded", $0.replayed, "replayed")
            }
            text += " The nearest is exchange \(exchange) (\(nearest.rawValue))"
            text += (differing.isEmpty ? "" : "; " + differing.joined(separator: "; ")) + "."
        }
        if let expected {
            text += " The app continued with exchange \(expected.ordinal) (\(expected.request.operation.rawValue))."
        }
        return text
    }

    /// What a reader may want to see in full, as names and values.
    var details: [(name: String, value: String)] {
        var details = [("reason", reason.words)]
        details += printedFields.map {
            ($0.path, "recorded \($0.recorded ?? "nothing"), replayed \($0.replayed ?? "nothing")")
        }
        if let cause {
            details.append(
                (
                    "cause",
                    "exchange \(cause.exchange), \(cause.field): \(FoundSecret.text(cause.value, of: cause.field) ?? "absent")"
                )
            )
        }
        return details
    }

    /// The rows of the app's behavior that it comes from, which may have been misread.
    private var origins: String {
        guard !rows.isEmpty else { return "" }
        return
            " It follows from \(rows.joined(separator: " or ")); --client ROW=VALUE sets it otherwise."
    }

    private var printedFields: [FieldDifference] { fields.map(\.printed) }

    /// The exchange that sent the client another way, where there is one: ` after exchange 8 (412)`.
    private var afterCause: String { cause.map { " after exchange \($0.exchange) (\($0.shown))" } ?? "" }

    private var origin: String { cause.map { "; the value is from exchange \($0.exchange), \($0.field)" } ?? "" }
}

extension Divergence.Cause {
    /// The field with its value; of a status the number alone.
    fileprivate var shown: String {
        guard let value else { return "no \(field)" }
        if field == "status" { return value }
        let printed = FoundSecret.text(value, of: field) ?? value
        return "\(field) " + (printed.count > 60 ? printed.prefix(57) + "…" : printed)
    }
}

extension FieldDifference {
    /// The name as a path; that of a token's element has a space in it, which is in digests.
    var path: String { name.replacing(" ", with: ".") }

    /// The recorded value, and what it had to be.
    fileprivate var expectation: String {
        guard let relation else { return ValueDifference.text(recorded, "recorded", replayed, "expected") }
        let value = replayed ?? ""
        let expected =
            switch relation {
            case .after: "after \(value)"
            case .atMost: "at most \(value)"
            case .oneOf: "one of \(value)"
            case .otherThan: "anything but \(value)"
            case .ofKind: Self.kinds.first { $0.code == value }?.words ?? value
            }
        return "recorded \(reason ?? ValueDifference.quoted(recorded)), expected \(expected)"
    }

    private static let kinds = [
        (code: "instant", words: "an instant"), (code: "authnToken", words: "an AuthN token"),
        (code: "authzToken", words: "an AuthZ token"), (code: "mediaToken", words: "a short media token"),
        (code: "success", words: "2xx, as the body is not an error"),
        (code: "operationResponse", words: "what the operation returns"),
    ]

    /// What both sent; a long value that only one of them sends is named, not quoted.
    ///
    /// Such values are made of others, of replaced ones too.
    fileprivate var sent: String {
        switch (recorded, replayed) {
        case (nil, let replayed?):
            "the app did not send \(name)"
                + (ValueDifference.isLong(replayed) ? "" : "; the reference client sends \"\(replayed)\"")
        case (let recorded?, nil):
            "the app sent \(name)" + (ValueDifference.isLong(recorded) ? "" : " \"\(recorded)\"")
                + "; the reference client does not send it"
        default: "\(name): " + ValueDifference.text(recorded, "the app", replayed, "the reference client")
        }
    }
}

extension SAMLTransportFault {
    /// The fault, with the reason why it matters.
    fileprivate var sentence: String {
        switch self {
        case .encodedTwice:
            "The SAMLResponse is percent-encoded twice; the service reads the inner encoding as a part of it"
        case .wrappedBase64: "The Base64 of the SAMLResponse is wrapped in lines; the service expects one line"
        case .notNormalized:
            "The SAML text was sent with line feeds, tabs or outer spaces, which the cookbook removes before Base64"
        }
    }
}

extension PollPace {
    /// The interval, with the median of all where there are several.
    var words: String {
        intervalCount > 1
            ? "polled again after \(ElapsedTime(interval)) (median of \(CountedNoun.text(intervalCount, "interval")): "
                + "\(ElapsedTime(median)))"
            : "polled again after \(ElapsedTime(interval)), once"
    }
}

extension UnmatchedReason {
    /// The reason in words.
    var words: String {
        switch self {
        case .notRecorded: "not in the recording"
        case .alreadyReplayed: "already replayed"
        case .outOfOrder: "out of order"
        case .fieldMismatch: "field mismatch"
        case .bodyOmitted: "body omitted"
        case .expiredDuringReplay: "expired during replay"
        }
    }
}
