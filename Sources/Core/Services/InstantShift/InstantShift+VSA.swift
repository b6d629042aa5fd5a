public import SubscriberAccount
import VirtualTime

// The results of Apple's framework: a recording's are served beside its responses, and hold instants as well.

extension InstantShift {
    /// A VSA result whose instants are moved.
    public struct MovedResult: Hashable, Sendable {
        /// The result.
        public var result: VSAResult
        /// The signatures over what was changed.
        public var signatures: [BrokenSignature] = []
        /// The instants that stayed though they are no sentinels, and those that became one.
        public var exceptions: [Exception] = []
    }

    /// The result of a VSA call with the expiration of the account and the instants of its SAML message moved.
    ///
    /// - Parameter result: a recorded result.
    /// - Returns: the result, and what became of its signatures.
    public func moved(_ result: VSAResult) -> MovedResult {
        guard case .metadata(var metadata?, let error) = result else { return MovedResult(result: result) }
        var mover = InstantMover(self, signer: nil)
        metadata.authenticationExpirationDate = metadata.authenticationExpirationDate.map { mover.moved($0) }
        let message = metadata.samlAttributeQueryResponse.map { mover.moved($0, "samlAttributeQueryResponse", .saml) }
        if metadata.verificationData != nil,
            message.map({ Array($0.utf8) }) != metadata.samlAttributeQueryResponse.map({ Array($0.utf8) })
        {
            mover.place = .vsaResult(field: "verificationData")
            mover.signatureBroke(.verificationData)
        }
        metadata.samlAttributeQueryResponse = message
        if let body = metadata.accountProviderResponse?.body {
            metadata.accountProviderResponse?.body = mover.moved(body, "accountProviderResponse.body", .everything)
        }
        return MovedResult(
            result: .metadata(metadata, error),
            signatures: mover.signatures,
            exceptions: mover.exceptions
        )
    }
}

extension InstantMover {
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
