public import VirtualTime

extension Twin {
    /// The MVPD's answer to Apple's attribute query: a SAML response, or why there is none.
    public mutating func attributeResponse(
        provider platformMappingID: String,
        user: String,
        verificationToken: String?,
        attributeNames: [String],
        at now: Instant
    ) -> AttributeResult { .invalidVerificationToken }
}
