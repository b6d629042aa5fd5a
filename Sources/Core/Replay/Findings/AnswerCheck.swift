import Documents
import Exchanges
import PassAPI
import Services
import Tokens
import VirtualTime

/// The check that a recorded response is about what was requested, and agrees with what the session has shown before.
///
/// A service repeats in its responses what was requested: requestor, resource, device. A response that states something
/// else was changed, swapped or taken from another session, and a replay that continued in silence would prove nothing.
struct AnswerCheck {
    /// The MVPD that authenticated the user, once an answer has named it.
    private var mvpd: String?
    /// The MVPDs the configuration lists, once it was read.
    private var mvpds: [String]?
    /// True if the token came from Apple's platform; nil while that is not known.
    private var isFromPlatform: Bool?
    /// The logins of the SDKs' protocol: the registration code each was for, and the MVPD that was picked.
    var logins: [(code: String?, mvpd: String)] = []
    /// The device ids that the app sent where another one stands for all, by ordinal.
    var sentDeviceIDs: [Int: String] = [:]
    /// True if a registration code was made in this sign-on.
    private var hasCode = false

    /// The fields of `call`'s answer that do not agree, with what was expected as the replayed value.
    mutating func disagreements(of call: RecordedCall, with request: PassRequest) -> [FieldDifference] {
        guard let response = call.response else { return [] }
        var found = Fields()
        found.check(statusOf: response)
        guard response.isSuccess else {
            // The token is not there any more: how the user signs on next shows then.
            let isGone = call.request.operation.specification.isPoll && [403, 404, 410].contains(response.status)
            if isGone { isFromPlatform = nil }
            return found.differences
        }
        switch response.content {
        case .accessToken(let token):
            // A client must not use a token of a type it does not understand (RFC 6749 §7.1).
            if token.tokenType.lowercased() != "bearer" { found.add("token_type", token.tokenType, "bearer") }
        case .configuration(let configuration):
            found.expect("requestor.id", configuration.requestor, request.requestor)
            mvpds = configuration.mvpds.map(\.id)
        case .registrationRecord(let record):
            found.expect("requestor", record.requestor, request["requestor"])
            let device = record.info["deviceId"]?.string
            let sent = sentDeviceIDs[call.ordinal] ?? request["deviceId"]
            let asked = sent.map { Base64.encode(Array($0.utf8)) }
            // Some records carry the id as it was sent, not its Base64 (seen from the browser client).
            if device != sent { found.expect("info.deviceId", device, asked) }
            hasCode = true
            found.expectSpan("expires", from: record.generated, to: record.expires, atMost: Self.longestCode)
        case .authentication(let details):
            found.expect("requestor", details.requestor, request["requestor"])
            if let mvpds, !mvpds.contains(details.mvpd) {
                found.add("mvpd", details.mvpd, .oneOf, mvpds.joined(separator: ", "))
            }
            found.expectFuture("expires", details.expires, at: call.endedAt)
            mvpd = details.mvpd
            isFromPlatform = isFromPlatform ?? (hasCode ? false : nil)
        case .authorization(let details):
            found.expect("requestor", details.requestor, request["requestor"])
            found.expect("resource", details.resource, request["resource"])
            found.expect("mvpd", details.mvpd, mvpd)
            found.expectFuture("expires", details.expires, at: call.endedAt)
            mvpd = mvpd ?? details.mvpd
        case .mediaToken(let details):
            found.expect("requestor", details.requestor, request["requestor"])
            found.expect("resource", details.resource, request["resource"])
            found.expect("mvpdId", details.mvpd, mvpd)
            found.expectFuture("expires", details.expires, at: call.endedAt)
            found.check(details)
        case .tokens(let authentication, let authorization, _):
            if let authentication { check(authentication: authentication, of: call, request, &found) }
            if let authorization { found.check(authorization: authorization, of: call, request, mvpd: mvpd) }
        case .shortMediaToken(let text):
            var request = request
            // The service does not look at it, and some clients send any (access-enabler.md §14.1).
            if request.operation.caller == .nativeApp {
                request["session_guid"] = call.request["session_guid"] ?? request["session_guid"]
            }
            found.check(media: text, of: call, request, mvpd: mvpd)
        case .empty where call.request.operation.role == .platformExchange:
            mvpd = request["mvpd"]
            isFromPlatform = true
            // A code that was made before is not what this sign-on came by.
            hasCode = false
        case .empty where call.request.operation.role == .logout:
            forgetUser()
        case .session(let session): found.check(session, of: call, request)
        case .sessionStatus(let status): found.expectFuture("notAfter", status.notAfter, at: call.endedAt)
        case .profiles(let profiles):
            found.check(profiles, of: call, request, mvpds)
            if let only = profiles.first, profiles.count == 1 { mvpd = only.mvpd }
        case .decisions(let decisions): found.check(decisions, of: call, request)
        case .logouts: forgetUser()
        case .userMetadata(let metadata):
            // Whether a source other than Apple is named, or none, is unconfirmed (rest-api-v1.md §7.12).
            if let isFromPlatform, (metadata.tokenSource == "Apple") != isFromPlatform {
                found.add("data.tokenSource", metadata.tokenSource, isFromPlatform ? nil : .otherThan, "Apple")
            }
        default:
            break
        }
        return found.differences
    }

    private mutating func check(
        authentication text: String,
        of call: RecordedCall,
        _ request: PassRequest,
        _ found: inout Fields
    ) {
        guard let token = try? AuthenticationToken(parsing: text) else {
            return found.add("authnToken", text, .ofKind, "authnToken")
        }
        let code = request.registrationCode
        found.expect("simpleTokenRequestorID", token.requestorID, request.requestor)
        found.expect("simpleTokenMsoID", token.msoID, logins.last { $0.code == code }?.mvpd)
        // Native apps are bound to a hash of their device id, made in a way nobody knows (access-enabler.md §10).
        if request.operation.caller != .nativeApp {
            found.expect(fingerprint: token.fingerprint, of: sentDeviceIDs[call.ordinal] ?? request.deviceID)
        }
        found.expectFuture("simpleTokenExpires", token.expiry, at: call.endedAt)
        mvpd = token.msoID
    }

    /// A registration code is good for ten hours at most (rest-api-v1.md §6.1).
    static let longestCode = Duration.seconds(36_000)

    /// Forgets the user, as a logout does.
    private mutating func forgetUser() {
        mvpd = nil
        isFromPlatform = nil
        hasCode = false
    }

    struct Fields {
        var differences: [FieldDifference] = []

        mutating func add(
            _ name: String,
            _ recorded: String?,
            _ relation: FieldDifference.Relation?,
            _ expected: String?
        ) {
            differences.append(FieldDifference(name, recorded: recorded, relation, replayed: expected))
        }

        mutating func add(_ name: String, _ recorded: String?, _ expected: String?) {
            add(name, recorded, nil, expected)
        }

        mutating func expect(_ name: String, _ recorded: String?, _ expected: String?) {
            guard let recorded, let expected, recorded != expected else { return }
            add(name, recorded, expected)
        }

        /// An end, which every answer that has one names, lies ahead.
        mutating func expectFuture(_ name: String, _ recorded: Instant?, at now: Instant) {
            guard let recorded, recorded > now else { return add(name, recorded.map { "\($0)" }, .after, "\(now)") }
        }

        /// The end of a span lies behind its start, by no more than `longest`.
        mutating func expectSpan(_ name: String, from start: Instant?, to end: Instant?, atMost longest: Duration) {
            guard let end else { return add(name, nil, .ofKind, "instant") }
            guard let start else { return }
            if end <= start { add(name, "\(end)", .after, "\(start)") }
            if end - start > longest { add(name, "\(end)", .atMost, "\(start + longest)") }
        }

        /// Status line and body say the same.
        ///
        /// The status inside an enhanced error may differ from HTTP's; that inside a plain one does not
        /// (rest-api-v1.md §5).
        mutating func check(statusOf response: PassResponse) {
            switch response.content {
            case .error(let error):
                guard error.code == nil, let status = error.status, status != response.status else { return }
                add("status", String(response.status), "\(status)")
            case .configuration, .registrationRecord, .authentication, .authorization, .mediaToken, .userMetadata,
                .clientRegistration, .accessToken, .profileRequest:
                guard !(200...299).contains(response.status) || response.status == 204 else { return }
                if response.status == 204 { return add("status", "204", "200") }
                add("status", String(response.status), .ofKind, "success")
            case .unreadable(let reason):
                // What a proxy or a login page put in the way of an error may be anything.
                guard (200...299).contains(response.status) else { return }
                add("body", nil, .ofKind, "operationResponse")
                differences[differences.count - 1].reason = reason
            default:
                break
            }
        }

        /// The token text inside the answer says the same as the answer.
        mutating func check(_ details: MediaTokenDetails) {
            check(
                token: details.serializedToken,
                requestor: details.requestor,
                resource: details.resource,
                mvpd: details.mvpd,
                expires: details.expires
            )
        }

        /// The text of a media token says the same as what stands around it.
        mutating func check(
            token text: String,
            requestor: String?,
            resource: String,
            mvpd: String?,
            expires: Instant?,
            at place: String = ""
        ) {
            guard let bytes = try? Base64.decode(text),
                let token = try? MediaToken(parsing: String(decoding: bytes, as: UTF8.self))
            else { return add(place + "serializedToken", text, .ofKind, "mediaToken") }
            expect(place + "serializedToken.requestorID", token.requestorID, requestor)
            expect(place + "serializedToken.resourceID", token.resourceID, resource)
            expect(place + "serializedToken.mvpdId", token.mvpdID, mvpd)
            // The answer counts milliseconds, the token whole seconds.
            if let end = token.expiry, let expires, abs(end, expires) > .seconds(2) {
                add(place + (place.isEmpty ? "expires" : "notAfter"), "\(expires)", "\(end)")
            }
        }

        private func abs(_ lhs: Instant, _ rhs: Instant) -> Duration { lhs < rhs ? rhs - lhs : lhs - rhs }
    }
}
