public import Documents

/// The reason that a document is not a SAML response that can be read one way only.
///
/// What could be read in two ways is refused, never guessed (fuzzing.md §4).
public struct SAMLError: Error, Hashable, Sendable {
    /// The causes there are.
    public enum Cause: Hashable, Sendable {
        /// No acceptable XML: a DTD, an undeclared prefix, a limit, bad encoding, not well-formed.
        case xml(XMLError)
        /// The root is not SAML 2.0's `Response`: what it is.
        case notAResponse(String)
        /// A `Response` inside the response.
        case nestedResponse
        /// An element with SAML's local name in another namespace.
        case wrongNamespace(String, expected: String)
        /// A namespace name that is relative; canonicalization gives nothing for it (CVE-2025-66568).
        case relativeNamespace(String)
        /// Another version than 2.0.
        case version(String)
        /// An ID that two elements bear.
        case duplicateID(String)
        /// An ID that is none, since it is empty or holds white space or `#`: readers differ on what names it.
        case malformedID(String)
        /// Several assertions, encrypted ones included, where one is expected.
        case ambiguousAssertions(count: Int)
        /// An assertion elsewhere than as a child of the response: where.
        case misplacedAssertion(in: String)
        /// A signature that refers to another element than the one it stands in: signature wrapping.
        case wrappedSignature(parent: String, reference: String)
        /// A signature elsewhere than in a response or an assertion: where.
        case misplacedSignature(in: String)
        /// A signature with more or fewer parts than one of each: what is wrong with it.
        case malformedSignature(String)
        /// A part that must be there.
        case missing(String)
        /// A part that may be there once, and is there several times.
        case tooMany(String, of: String)
        /// An element where there may be none.
        case unexpected(String, in: String)
        /// A date that is not in UTC, or none.
        case date(String, text: String)
        /// The service said that it did not succeed; the codes, outermost first.
        case status(codes: [String], message: String?)
        /// The assertion, or the name in it, is encrypted.
        case encrypted(String)
        /// There is no assertion.
        case noAssertion
    }

    /// The cause of the error.
    public var cause: Cause
    /// The line of the element, from 1; nil where there is none.
    public var line: Int?

    /// An error of this cause on this line.
    public init(_ cause: Cause, line: Int? = nil) {
        self.cause = cause
        self.line = line
    }
}

extension SAMLError: CustomStringConvertible {
    /// The problem and its place, in one line.
    public var description: String {
        if case .xml(let error) = cause { return error.description }
        guard let line, line > 0 else { return message.inOneLine }
        return "\(message.inOneLine), on line \(line)"
    }

    private var message: String {
        switch cause {
        case .xml(let error): error.description
        case .notAResponse(let name): "expected SAML 2.0's Response, found \(name)"
        case .nestedResponse: "a Response inside the response"
        case .wrongNamespace(let name, let expected): "\(name) looks like SAML, but is not in \(expected)"
        case .relativeNamespace(let uri): "the namespace name \(uri.quoted) is relative"
        case .version(let version): "SAML version \(version.quoted), expected 2.0"
        case .duplicateID(let id): "the ID \(id.quoted) is on two elements"
        case .malformedID(let id): "\(id.prefix(80).quoted) is not an ID"
        case .ambiguousAssertions(let count): "\(count) assertions where one is expected"
        case .misplacedAssertion("Advice"):
            "an assertion inside Advice, which SAML core §2.6.1 allows: which of the two is asserted depends on the reader"
        case .misplacedAssertion(let parent): "an assertion inside \(parent), where none belongs"
        case .wrappedSignature(let parent, let reference):
            "signature wrapping: a signature in \(parent) refers to \(reference.quoted), not to its parent"
        case .misplacedSignature(let parent): "a signature inside \(parent), where none belongs"
        case .malformedSignature(let what): "a signature \(what)"
        case .missing(let what): "\(what) is missing"
        case .tooMany(let what, let parent): "more than one \(what) in \(parent)"
        case .unexpected(let what, let parent): "\(what) inside \(parent), which holds text only"
        case .date(let what, let text):
            "\(what) is not written as a date in UTC, which ends with Z (SAML core §1.3.3): \(text.prefix(40).quoted)"
        case .status(let codes, let message):
            "the response does not report success: \(codes.joined(separator: ", "))"
                + (message.map { " (\($0))" } ?? "")
        case .encrypted(let what): "the \(what) is encrypted"
        case .noAssertion: "the response holds no assertion"
        }
    }

    /// A name for the cause, in lower-case words with hyphens.
    public var name: String {
        switch cause {
        case .xml(let error): error.cause.diagnoseName
        case .notAResponse: "not-a-response"
        case .nestedResponse: "nested-response"
        case .wrongNamespace: "wrong-namespace"
        case .relativeNamespace: "relative-namespace"
        case .version: "wrong-version"
        case .duplicateID: "duplicate-id"
        case .malformedID: "malformed-id"
        case .ambiguousAssertions: "several-assertions"
        case .misplacedAssertion: "misplaced-assertion"
        case .wrappedSignature: "signature-wrapping"
        case .misplacedSignature: "misplaced-signature"
        case .malformedSignature: "malformed-signature"
        case .missing: "missing-part"
        case .tooMany: "repeated-part"
        case .unexpected: "unexpected-element"
        case .date: "bad-date"
        case .status: "no-success"
        case .encrypted: "encrypted"
        case .noAssertion: "no-assertion"
        }
    }
}

extension XMLError.Cause {
    /// A name for the cause, in lower-case words with hyphens.
    package var diagnoseName: String {
        switch self {
        case .empty: "empty"
        case .limit(let name, _): "over-limit-\(name)"
        case .documentType: "document-type-declaration"
        case .nul: "nul-byte"
        case .encoding: "bad-encoding"
        case .comment: "ambiguous-comment"
        case .malformed: "not-well-formed"
        case .namespace: "bad-namespace"
        case .entity: "entity-reference"
        case .trailingBytes: "trailing-bytes"
        }
    }
}
