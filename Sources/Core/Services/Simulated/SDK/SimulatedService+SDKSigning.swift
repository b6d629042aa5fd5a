import Documents
import PassAPI
import Tokens
import VirtualTime

// The player side of the SDKs' protocol: a media token for the URL of a stream (access-enabler.md §14.1, observed).

extension SimulatedService {
    /// `ae.tvs.sign`: the URL, signed for as long as the media token lasts, as captures have it (`hdnea=exp=…~hmac=…`).
    ///
    /// No source says when it refuses: it does where the verifier would (tokens.md §11), and its words are the verifier's.
    mutating func sign(_ call: Call) throws(RefusedCall) -> PassResponse {
        let url = try required("url", of: call)
        let token = try required("mediaToken", of: call)
        switch verify(mediaToken: token, for: call.value("resource"), at: call.time) {
        case .refused(let reason):
            throw RefusedCall(failure(403, reason.rawValue))
        case .valid(let expires):
            let end = expires.secondsSince1970
            let signature = Self.signature(of: url, until: end, by: signer)
            let separator = url.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
            return PassResponse(status: 200, .signedURL("\(url)\(separator)hdnea=exp=\(end)~hmac=\(signature)"))
        }
    }

    private static func signature(of url: String, until end: Int64, by signer: TokenSigner) -> String {
        signer.pseudonym(of: "\(url)~\(end)")
    }

    /// Returns the signature of a URL that was signed before, whose end has moved; nil where it is not signed in this
    /// form.
    static func signature(of signed: [UInt8], by signer: TokenSigner) -> [UInt8]? {
        guard let mark = signed.place(of: "hdnea=exp=", from: 0), mark > 0,
            let stop = signed.place(of: "~hmac=", from: mark),
            let end = Int64(String(decoding: signed[mark + 10..<stop], as: UTF8.self))
        else { return nil }
        let url = String(decoding: signed[..<(mark - 1)], as: UTF8.self)
        return Array(signature(of: url, until: end, by: signer).utf8)
    }

    /// Returns the result of the media token verifier (tokens.md §11), in the order in which its results are listed.
    ///
    /// `text` is the token's text or its Base64; without a resource only authenticity and time are looked at.
    func verify(mediaToken text: String, for resource: String?, at time: Instant) -> MediaTokenVerification {
        let plain = Self.plain(text)
        if let record = state.mediaTokens[plain] ?? state.mediaTokens[text] {
            return Self.verify(record.resource, until: record.expires, for: resource, at: time)
        }
        guard let token = try? MediaToken(parsing: plain), let expires = token.expiry, let own = token.resourceID
        else { return .refused(.invalidFormat) }
        guard signer.verifies(token.signed.signatureBytes, of: token.signed.payload) else {
            return .refused(.invalidSignature)
        }
        return Self.verify(own, until: expires, for: resource, at: time)
    }

    private static func verify(
        _ own: String,
        until expires: Instant,
        for resource: String?,
        at time: Instant
    ) -> MediaTokenVerification {
        guard time < expires else { return .refused(.expired) }
        guard let resource else { return .valid(until: expires) }
        let names = [
            MRSSResource(resource).name, MRSSResource(parameter: resource).name, MRSSResource(plain(resource)).name,
        ]
        return names.contains(MRSSResource(own).name) ? .valid(until: expires) : .refused(.otherResource)
    }

    /// The text, or what it is the Base64 of; a `+` that was not escaped has become a space.
    static func plain(_ text: String) -> String {
        guard !Base64.isMarkup(text) else { return text }
        let escaped = String(decoding: text.utf8.map { $0 == 0x20 ? UInt8(ascii: "+") : $0 }, as: UTF8.self)
        guard let bytes = try? Base64.decode(escaped, padding: .optional) else { return text }
        return String(validating: bytes, as: UTF8.self) ?? text
    }
}
