public import Documents
public import VirtualTime

/// A SAML 2.0 response as values, read one way only and not verified (SAML core §3.3.3).
///
/// Whatever two readers could read differently is an error: a DTD, two elements of one ID, several assertions or one
/// out of place, SAML's names in foreign namespaces, a signature over another element than its parent. What is only odd
/// is among ``diagnostics``.
public struct SAMLResponse: Hashable, Sendable {
    /// The bytes that were parsed: what is forwarded must be what was read.
    public let bytes: [UInt8]
    public let id: String
    /// The instant at which it was issued.
    public let issueInstant: Instant
    /// The issuer; nil where it is not stated.
    public let issuer: SAMLNameID?
    /// The address that it is meant to be sent to.
    public let destination: String?
    /// The request it answers.
    public let inResponseTo: String?
    /// The success or failure of the request.
    public let status: SAMLStatus
    /// The assertions that are not encrypted: one at most unless the options permit several.
    public let assertions: [SAMLAssertion]
    /// The number of assertions that are encrypted: nothing of them is known.
    public let encryptedAssertionCount: Int
    /// The signatures in document order, each over the element it stands in.
    public let signatures: [UnverifiedSAMLSignature]
    /// The oddities of how the document is made.
    let structuralDiagnostics: [Diagnostic]

    /// The options that may differ from the strict reading.
    public struct Options: Hashable, Sendable {
        /// True if more than one assertion is allowed; none but children of the response ever is.
        public var permitsSeveralAssertions = false
        /// The limits on the cost of the document.
        public var limits = XMLLimits.default

        /// The strict reading.
        public init() {}
    }

    /// The response that `bytes` hold as an XML document.
    ///
    /// Throws: why they hold none that can be read in one way only, and on which line.
    public init(parsing bytes: some Collection<UInt8>, options: Options = Options()) throws(SAMLError) {
        let document: XMLDocument
        let bytes = Array(bytes)
        do throws(XMLError) {
            document = try XMLDocument(parsing: bytes, limits: options.limits)
        } catch {
            throw SAMLError(.xml(error), line: error.line)
        }
        try self.init(document, bytes: bytes, options: options)
    }

    /// The response that the text holds; see ``init(parsing:options:)-(Collection,_)``.
    public init(parsing text: String, options: Options = Options()) throws(SAMLError) {
        try self.init(parsing: Array(text.utf8), options: options)
    }

    /// The response that a document holds which was read from these bytes; the options' limits were for reading it.
    package init(_ document: XMLDocument, bytes: [UInt8], options: Options = Options()) throws(SAMLError) {
        let root = document.root
        guard root.name.$local == "Response" else {
            throw SAMLError(.notAResponse(root.qualified), line: root.line)
        }
        let structure = try SAMLStructure(document)
        guard structure.assertionCount <= 1 || options.permitsSeveralAssertions else {
            throw SAMLError(.ambiguousAssertions(count: structure.assertionCount), line: root.line)
        }
        try requireVersion(root)
        self.bytes = bytes
        id = try root.required("ID")
        issueInstant = try root.requiredInstant("IssueInstant")
        if let issuer = try root.only("Issuer", in: SAMLNamespace.assertion) {
            self.issuer = try SAMLNameID(issuer)
        } else {
            issuer = nil
        }
        destination = root.attribute("Destination")
        inResponseTo = root.attribute("InResponseTo")
        guard let status = try root.only("Status", in: SAMLNamespace.protocols) else {
            throw SAMLError(.missing("Status"), line: root.line)
        }
        self.status = try SAMLStatus(status)
        var assertions: [SAMLAssertion] = []
        var index = 0
        while let child = root.element("Assertion", in: SAMLNamespace.assertion, from: &index) {
            assertions.append(try SAMLAssertion(child))
        }
        self.assertions = assertions
        encryptedAssertionCount = root.elements("EncryptedAssertion", in: SAMLNamespace.assertion).count
        signatures = structure.signatures
        structuralDiagnostics = structure.diagnostics
    }
}

extension SAMLResponse {
    /// The one assertion of a response that says it succeeded.
    ///
    /// Throws: the status' codes if it did not succeed, or that the assertion is encrypted, missing or not alone.
    public func successfulAssertion() throws(SAMLError) -> SAMLAssertion {
        guard status.isSuccess else { throw SAMLError(.status(codes: status.codes, message: status.message)) }
        guard assertions.count + encryptedAssertionCount <= 1 else {
            throw SAMLError(.ambiguousAssertions(count: assertions.count + encryptedAssertionCount))
        }
        guard encryptedAssertionCount == 0 else { throw SAMLError(.encrypted("assertion")) }
        guard let assertion = assertions.first else { throw SAMLError(.noAssertion) }
        return assertion
    }

    /// The interval in which all of its assertions may be used.
    public var validity: Validity {
        Validity(
            notBefore: assertions.compactMap(\.validity.notBefore).max(),
            expiry: assertions.compactMap(\.validity.expiry).min()
        )
    }
}
