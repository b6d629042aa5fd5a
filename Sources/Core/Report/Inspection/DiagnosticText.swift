import Documents
public import Tokens

extension Diagnostic {
    /// What was seen and where, in one sentence, on one line whatever it quotes.
    public var detail: String {
        guard let place else { return ownDetail }
        return Self.shown("\(place.isEmpty ? "the signature" : place): \(ownDetail)")
    }

    private var ownDetail: String {
        var values = values
        if name == "unknown-body" { values.append(reasons.first?.detail ?? "an unknown format") }
        var parts = (Self.sentences[sentence] ?? "$1").split(separator: "$", omittingEmptySubsequences: false)[...]
        var text = String(parts.popFirst() ?? "")
        for part in parts {
            let value = part.first?.wholeNumberValue.flatMap { values.indices.contains($0 - 1) ? values[$0 - 1] : nil }
            var rest = part.dropFirst()
            if text.hasSuffix("\""), rest.hasPrefix("\"") {
                text.removeLast()
                text += (value ?? "").quoted
                rest = rest.dropFirst()
            } else if rest.hasPrefix("+") {
                text += value == "0" ? "" : " and \(value ?? "") more"
                rest = rest.dropFirst()
            } else {
                text += value ?? ""
            }
            text += rest
        }
        return Self.shown(text)
    }

    private static func shown(_ detail: String) -> String {
        let scalars = detail.unicodeScalars.prefix(maximumScalars)
        return (scalars.endIndex < detail.endIndex ? String(scalars) + "…" : detail).inOneLine
    }

    /// The sentences by their names: `$1` is the first value, `"$1"` quotes it, `$1+` counts those that are not named.
    static let sentences = [
        // SAML: what it says.
        "empty-interval": "it is valid from $1 until $2: never",
        "confirmations-apart": "its confirmations hold at times that do not touch; the first of them counts",
        "bearer-without-end": "a bearer confirmation does not state when it expires",
        "no-expiry": "neither conditions nor confirmations state when it expires",
        "session-over": "its session ended at $1, before the assertion was issued",
        "unknown-condition": "the condition \"$1\" is not understood",
        "no-audience": "it is restricted to audiences, and none is named",
        "encrypted-name-id": "the subject's name is encrypted",
        "base-id": "the subject is named by an extension that is not read",
        "no-name-id": "the assertion does not name its subject",
        "empty-name-id": "the NameID is empty",
        "encrypted-attributes": "$1 attributes are encrypted",
        "duplicate-attribute": "the attribute \"$1\" appears more than once",
        "attribute-in-two-formats": "the attribute \"$1\" appears in several formats; who goes by its name takes one",
        "attribute-without-values": "the attribute \"$1\" has no value",
        "unsigned": "there is no signature: nothing vouches for its content",
        "encrypted-assertion": "the assertion is encrypted; nothing of it is known",
        "no-success": "the status is $1",
        "refused-because": "the status is $1 ($2)",
        "no-assertion": "the response states success but holds no assertion",
        "failure-inside-success": "the status is Success, but it contains \"$1\"",
        "code-inside-success": "the status Success contains \"$1\", which is unknown",
        "issuers-differ": "the response is from \"$1\", its assertion from \"$2\"",
        "issued-after-end": "it was issued at $1, but is valid until $2 only",
        "session-past": "the session at the provider ended at $1",
        "empty-destination": "the response names no place that it is for: its Destination is empty",
        "no-bearer": "no confirmation is for its bearer: web browser single sign-on needs one",
        "no-recipient": "a bearer's confirmation names no Recipient: it may be presented anywhere",
        "recipient-differs": "it is to be presented at \"$1\", the response is for \"$2\"",
        "request-on-one-side": "only the $1 states the request that it responds to",
        "no-authn-statement": "the assertion does not state that anyone has authenticated",
        "no-conditions": "the assertion has no Conditions: neither an end nor an audience",
        "no-audience-restriction": "the assertion is for any audience",
        "signature-without-id": "the signature's reference has no ID, but is for the whole document",
        "signature-order": "the signature of $1 is behind $2, not right behind the Issuer",
        "requests-differ": "the response is to \"$1\", its assertion \"$2\"",
        "surrounding-white-space": "there is white space around the text of $1",
        // SAML: how it is made.
        "processing-instruction": "the instruction <?$1?> is ignored",
        "several-ids": "$1 has $2 IDs, and readers differ on which counts",
        "signature-object": "a signature holds an Object, which SAML forbids",
        "extensions": "the response has extensions, which are not read",
        "advice": "the assertion gives advice, which is not read",
        "earlier-name-id": "a NameID appears before the subject's, and some readers take the first",
        "unread-part": "$1 holds \"$2\", which is not read",
        "nil-element": "$1 states that it is nil; its text counts anyway",
        "comment-split": "a comment or instruction is inside $1; the whole text counts: \"$2\"",
        "cdata-split": "$1 is put together of several parts; the whole text counts: \"$2\"",
        "nil-with-content": "a value states that it is nil and holds something, which is not read",
        "mixed-value": "a value holds text beside its elements, which is not read",
        "namespaced-id": "$1 has an $2 attribute in a namespace; only ID in none counts",
        "xml-base": "xml:base on $1 is ignored",
        "schema-location": "$1 on $2 is ignored",
        "duplicate-id": "the ID \"$1\" appears in a namespaced attribute and in another one",
        "mac": "the signature is a MAC ($1): anyone who can check it can forge it",
        "weak-algorithm": "the signature algorithm $1 is broken",
        "unknown-signature-algorithm": "\"$1\" is not a known signature algorithm",
        "weak-digest": "the digest algorithm $1 is broken",
        "unknown-digest": "\"$1\" is not a known digest algorithm",
        "unknown-canonicalization": "\"$1\" may make the signature cover something else",
        "unknown-transform": "the transform \"$1\" may make the signature cover something else",
        // Signatures and tokens in JSON.
        "duplicate-header": "the header holds \"$1\" more than once",
        "critical-header": "crit asks for extensions that are not understood",
        "no-algorithm": "the header names no algorithm",
        "no-signature": "alg is $1, but the signature is empty",
        "no-code": "alg is \"$1\", but the signature is empty",
        "other-algorithm": "alg is $1; Adobe's samples have RS256",
        "symmetric-algorithm":
            "alg is \"$1\", a shared secret where RS256 is expected: a verifier that takes the public "
            + "key for the secret accepts forgeries",
        "algorithm-none": "alg is \"$1\": nothing vouches for the claims",
        "unknown-algorithm": "alg is \"$1\", which is not an algorithm of RFC 7518: nothing vouches",
        "key-in-header": "the header brings a key ($1); a verifier must use its own",
        "duplicate-claim": "the claims hold \"$1\" more than once",
        "nbf-not-before-exp": "nbf is not before exp, so it is never valid",
        "milliseconds-claim": "$1 is $2: milliseconds? as seconds it is the year $3",
        "bad-time-claim": "$1 is not a number of seconds: $2",
        "bad-jws": "$1 is not an object",
        "detached-payload": "the payload is not in it, but travels elsewhere (RFC 7515, appendix F)",
        "unencoded-payload": "b64 is false: the payload is signed as it is, not in Base64 (RFC 7797)",
        // Tokens of Adobe's.
        "unknown-kind": "<$1> is none of the three kinds of token",
        "ends-beyond-9999": "it expires after the year 9999",
        "never-valid": "it does not state when it expires, so it is never valid",
        "closed-signature": "the second signatureInfo tag is a closing one",
        "comment-in-token": "a comment, instruction or CDATA section is in the payload: readers differ on its text",
        "not-one-line": "attributes or line breaks, which regular-expression readers do not expect",
        "duplicate-element": "<$1> appears more than once; the first counts",
        "two-depths": "<$1> appears at two depths; readers differ on which counts",
        // Encodings.
        "empty": "there is nothing to inspect",
        "too-long": "the input is longer than $1 bytes",
        "nul-byte": "the input holds a NUL byte",
        "unrecognized": "neither a token, a SAML response, a date, JSON nor XML in any encoding",
        "not-text": "the Base64 holds bytes that are not text: compressed, encrypted, or not Base64 at all",
        "more-than-deflate": "$1 bytes follow the end of the DEFLATE",
        "truncated-deflate": "the DEFLATE breaks off behind $1 bytes of the document",
        "damaged-deflate": "the DEFLATE is damaged behind $1 bytes of the document",
        "inflates-too-long": "the DEFLATE holds more than $1 times its own length",
        "bad-encoding": "the input is neither UTF-8 nor UTF-16 with a byte order mark",
        "odd-utf-16": "UTF-16 of an odd number of bytes",
        "half-surrogate": "UTF-16 with half of a surrogate pair",
        "no-string": "expected a JSON string",
        "bad-string": "not a JSON string: $1",
        "no-entity": "an ampersand that begins none of the predefined entities",
        "bad-date": "not a date: $1",
        "bad-percent-encoding": "a percent sign without two hexadecimal digits after it",
        "plus-became-blank": "spaces appear where Base64 has plus signs: a form was decoded that was never encoded",
        "no-padding": "the Base64 lacks its padding",
        "broken-lines": "the Base64 has white space in it",
        "wrapped-base64": "the Base64 of the SAML response is wrapped in lines; the service expects one line",
        "saml-not-normalized":
            "line feeds, tabs or outer white space in the SAML text; the cookbook removes them before Base64",
        "too-many-layers": "more than $1 encodings inside each other",
        "encoded-twice": "$1 inside $2: the service would see the inner one as part of the value",
        // Documents and messages.
        "html": "a web page, as the service's front end sends with status 429",
        "blank-before-declaration":
            "spaces before the XML declaration, which strict readers refuse; lines are counted behind them",
        "not-a-response": "a SAML $1: only responses are read in full, so its times were not looked at",
        "saml-inside": "a SAML $1 inside <$2> was not read: inspect it alone",
        "duplicate-member": "the member \"$1\" appears more than once; readers differ on which counts",
        "badly-encoded-field":
            "the field \"$1\"$2+: a percent sign without two hexadecimal digits after it; shown as it came",
        "field-not-text": "the field \"$1\"$2+: bytes that are not UTF-8",
        "duplicate-field": "the field \"$1\"$2+: more than once; readers differ on which counts",
        "duplicate-credential": "$1: more than once in the message; readers differ on which counts",
        "folded-header": "\"$1\" continues in another line, which some readers take for a header of its own",
        "not-looked-at": "what follows is not the headers and the body of a message, and was not looked at",
        "unknown-body": "the body was not read: $1",
        "too-deep": "what $1 holds was not looked at: more than $2 things inside each other",
        "unreadable-part": "what $1 holds cannot be read",
        "fields-left-out": "only the first $1 fields are listed",
        "parts-left-out": "only the first $1 things inside were looked at",
        // Times.
        "beyond-9999": "it is after the year 9999",
        "seconds": "read as seconds it would be $1",
        "expired-inside": "$1: what it is in expired at $2",
        "not-yet-valid-inside": "$1: what it is in begins at $2",
        "unreadable-time": "$1 should hold a time, and holds none that can be read",
    ]
}
