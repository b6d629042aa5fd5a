import Documents

/// A signature that stands in a response, and what it says it covers; it is not verified.
public struct UnverifiedSAMLSignature: Hashable, Sendable {
    /// The elements that a signature may stand in, which is also what it must cover.
    public enum Subject: String, Hashable, Sendable {
        /// The whole response.
        case response = "Response"
        /// One assertion.
        case assertion = "Assertion"
    }

    /// The one of the two that it covers.
    public let covers: Subject
    /// The ID of the element that it covers.
    public let coveredID: String
    /// The signature algorithm as a URI.
    public let algorithm: String
    /// The method by which the signed part was brought into one form, as a URI.
    public let canonicalization: String
    /// The digest algorithm as a URI.
    public let digestAlgorithm: String
    /// The transforms as URIs, in order.
    public let transforms: [String]
    /// True if the reference names no ID: an empty URI is the whole document.
    private let hasEmptyReference: Bool

    /// The signature `element`, which stands in `parent`.
    ///
    /// It must cover the element it stands in, in whole, by a single reference: anything else is how wrapping is done.
    init(_ element: XMLElement, in parent: XMLElement) throws(SAMLError) {
        let namespace = SAMLNamespace.signature
        func one(_ local: String, of element: XMLElement) throws(SAMLError) -> XMLElement {
            var index = 0
            guard let first = element.element(local, in: namespace, from: &index),
                element.element(local, in: namespace, from: &index) == nil
            else {
                let count = element.elements(local, in: namespace).count
                throw SAMLError(.malformedSignature("with \(count) \(local) elements"), line: element.line)
            }
            return first
        }
        if parent.isProtocol("Response") {
            covers = .response
        } else if parent.isSAML("Assertion") {
            covers = .assertion
        } else {
            throw SAMLError(.misplacedSignature(in: parent.name.local), line: element.line)
        }
        let info = try one("SignedInfo", of: element)
        _ = try one("SignatureValue", of: element).textOnly()
        _ = try element.only("KeyInfo", in: namespace)
        let reference = try one("Reference", of: info)
        coveredID = try parent.required("ID")
        guard let uri = reference.attribute("URI") else {
            throw SAMLError(.malformedSignature("whose reference has no URI"), line: reference.line)
        }
        // An empty URI is the whole document, which only the response is.
        // By bytes: what Swift takes for equal characters, another reader takes for another ID.
        guard ExactText(uri) == "#" + coveredID || (uri.isEmpty && covers == .response) else {
            let described = "\(parent.name.local) \(coveredID.quoted)"
            throw SAMLError(.wrappedSignature(parent: described, reference: uri), line: reference.line)
        }
        hasEmptyReference = uri.isEmpty
        canonicalization = try one("CanonicalizationMethod", of: info).required("Algorithm")
        algorithm = try one("SignatureMethod", of: info).required("Algorithm")
        digestAlgorithm = try one("DigestMethod", of: reference).required("Algorithm")
        // A reader that takes the first text of it alone compares another digest (CVE-2025-29775).
        _ = try one("DigestValue", of: reference).textOnly()
        let transforms = try reference.only("Transforms", in: namespace)?.elements("Transform", in: namespace) ?? []
        self.transforms = transforms.map { $0.attribute("Algorithm") ?? "" }
    }

    /// The findings that anyone who verifies the signature must refuse or look out for.
    var diagnostics: [Diagnostic] {
        var told = DiagnosticList()
        let name = Self.commonAlgorithms.contains(exactly: algorithm) ? "" : Self.lastPart(of: algorithm)
        if name.utf8.starts(with: "hmac-".utf8) {
            told.append(.suspicious("symmetric-algorithm", as: "mac", name))
        } else if name.ends(in: "sha1") {
            told.append(.weak("weak-algorithm", name))
        } else if name.ends(in: "md5") {
            told.append(.suspicious("weak-algorithm", name))
        } else if !Self.signing.contains(exactly: algorithm) {
            told.append(.suspicious("unknown-algorithm", as: "unknown-signature-algorithm", algorithm))
        }
        if digestAlgorithm.ends(in: "#sha1") {
            told.append(.weak("weak-digest", digestAlgorithm))
        } else if digestAlgorithm.ends(in: "#md5") {
            told.append(.suspicious("weak-digest", digestAlgorithm))
        } else if !Self.digesting.contains(exactly: digestAlgorithm) {
            told.append(.suspicious("unknown-digest", String(digestAlgorithm.prefix(80))))
        }
        if !Self.knownCanonicalizations.contains(exactly: canonicalization) {
            told.append(.suspicious("unknown-canonicalization", String(canonicalization.prefix(80))))
        }
        // SAML core §5.4.2: the ID of the element that it is in.
        if hasEmptyReference { told.append(.suspicious("signature-without-id")) }
        for transform in transforms where !Self.knownTransforms.contains(exactly: transform) {
            told.append(.suspicious("unknown-transform", transform))
        }
        return told.diagnostics
    }

    /// Returns the part behind the last number sign of a URI, or the whole of it.
    private static func lastPart(of uri: String) -> String {
        uri.utf8.split(separator: UInt8(ascii: "#")).last.map { String(decoding: $0, as: UTF8.self) } ?? uri
    }

    /// The algorithms that nearly all signatures are made with, and of which there is nothing to report.
    private static let commonAlgorithms = [
        "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
    ]

    /// The signature algorithms with two keys of XML Signature 1.1, RFC 9231 and RFC 6931 that are not broken.
    private static let signing =
        ["rsa", "ecdsa"].flatMap { kind in
            ["sha224", "sha256", "sha384", "sha512"].map { "http://www.w3.org/2001/04/xmldsig-more#\(kind)-\($0)" }
        }
        + ["sha224", "sha256", "sha384", "sha512", "sha3-256", "sha3-384", "sha3-512"]
        .map { "http://www.w3.org/2007/05/xmldsig-more#\($0)-rsa-MGF1" }
        + ["eddsa-ed25519", "eddsa-ed448"].map { "http://www.w3.org/2021/04/xmldsig-more#\($0)" }
        + ["http://www.w3.org/2009/xmldsig11#dsa-sha256"]

    /// The digest algorithms of XML Signature 1.1 and RFC 9231 that are not broken.
    private static let digesting =
        ["sha256", "sha384", "sha512"].map { "http://www.w3.org/2001/04/xmlenc#\($0)" }
        + ["sha224", "sha384"].map { "http://www.w3.org/2001/04/xmldsig-more#\($0)" }
        + ["sha3-224", "sha3-256", "sha3-384", "sha3-512"].map { "http://www.w3.org/2007/05/xmldsig-more#\($0)" }

    /// Those of XML Signature 1.1; SAML core §5.4.3 asks for the exclusive ones.
    private static let knownCanonicalizations = [
        "http://www.w3.org/2001/10/xml-exc-c14n#", "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
        "http://www.w3.org/2006/12/xml-c14n11",
    ].flatMap { name in [name, name + (name.hasSuffix("#") ? "WithComments" : "#WithComments")] }

    /// The only transforms SAML core §5.4.4 allows, and Canonical XML 1.1, which does what the exclusive one does.
    private static let knownTransforms = [
        "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
        "http://www.w3.org/2001/10/xml-exc-c14n#",
        "http://www.w3.org/2001/10/xml-exc-c14n#WithComments",
        "http://www.w3.org/2006/12/xml-c14n11",
        "http://www.w3.org/2006/12/xml-c14n11#WithComments",
    ]
}
