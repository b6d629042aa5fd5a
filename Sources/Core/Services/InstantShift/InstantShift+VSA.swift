import Documents
public import SubscriberAccount
import VirtualTime

// The results of Apple's framework: a recording's are served beside its responses, and hold instants as well.

extension InstantShift {
    /// A VSA result whose instants are moved.
    public struct MovedResult: Hashable, Sendable {
        public var result: VSAResult
        /// The signatures over what was changed.
        public var signatures: [BrokenSignature] = []
        /// The instants that stayed though they are no sentinels, and those that became one.
        public var exceptions: [Exception] = []
    }

    /// The result of a VSA call with the expiration of the account and the instants of its SAML message moved, and of one in
    /// its error.
    ///
    /// - Parameter result: a recorded result.
    /// - Returns: the result, and what became of its signatures.
    public func moved(_ result: VSAResult) -> MovedResult {
        var mover = InstantMover(self, signer: nil)
        let moved: VSAResult =
            switch result {
            case .accessStatus(let status, let error): .accessStatus(status, error.map { mover.moved($0) })
            case .metadata(let metadata, let error):
                .metadata(metadata.map { mover.moved($0) }, error.map { mover.moved($0) })
            }
        return MovedResult(result: moved, signatures: mover.signatures, exceptions: mover.exceptions)
    }
}

extension InstantMover {
    fileprivate mutating func moved(_ metadata: AccountMetadata) -> AccountMetadata {
        var metadata = metadata
        metadata.authenticationExpirationDate = metadata.authenticationExpirationDate.map { moved($0) }
        let message = metadata.samlAttributeQueryResponse.map { moved($0, "samlAttributeQueryResponse", .saml) }
        if metadata.verificationData != nil,
            message.map({ Array($0.utf8) }) != metadata.samlAttributeQueryResponse.map({ Array($0.utf8) })
        {
            place = .vsaResult(field: "verificationData")
            signatureBroke(.verificationData)
        }
        metadata.samlAttributeQueryResponse = message
        if let body = metadata.accountProviderResponse?.body {
            metadata.accountProviderResponse?.body = moved(body, "accountProviderResponse.body", .everything)
        }
        return metadata
    }

    /// The provider's answer to what it refuses is in the error.
    fileprivate mutating func moved(_ error: AccountError) -> AccountError {
        var error = error
        for index in error.userInfo.indices {
            let entry = error.userInfo[index]
            switch ExactText(entry.key) {
            case ExactText(AccountError.samlResponseKey):
                error.userInfo[index].value = moved(entry.value, AccountError.samlResponseKey, .saml)
            case ExactText(AccountError.accountProviderResponseKey):
                // The JSON text of one: what Apple's metadata have as a value of their own.
                guard case .object(var response)? = try? JSONValue(parsing: Array(entry.value.utf8)),
                    let body = response["body"]?.string
                else { continue }
                let field = AccountError.accountProviderResponseKey + ".body"
                let later = moved(body, field, .everything)
                guard ExactText(later) != body else { continue }
                response["body"] = .string(later)
                error.userInfo[index].value = JSONValue.object(response).serialized
            default: continue
            }
        }
        return error
    }

    fileprivate mutating func moved(_ instant: Instant) -> Instant {
        place = .vsaResult(field: "authenticationExpirationDate")
        if Sentinel.holds(instant.secondsSince1970, isWhole: instant.nanosecond == 0, in: .anywhere) { return instant }
        let text = Array(instant.description.utf8)
        // No overflow: neither is longer than the calendar.
        let seconds = instant.secondsSince1970 + shift.wholeSeconds
        let moved = Instant(secondsSince1970: seconds, nanosecond: instant.nanosecond)
        guard moved.secondsSince1970 == seconds else {
            except(text, 0..<text.count, .notRepresentable)
            return instant
        }
        if Sentinel.holds(seconds, isWhole: instant.nanosecond == 0, in: .anywhere) {
            except(text, 0..<text.count, .becameSentinel)
        }
        return moved
    }

    fileprivate mutating func moved(_ text: String, _ field: String, _ openable: Openable) -> String {
        place = .vsaResult(field: field)
        let bytes = Array(text.utf8)
        let edits = opened(bytes, 0..<bytes.count, openable)
        return edits.isEmpty ? text : String(decoding: bytes.applying(edits), as: UTF8.self)
    }
}
