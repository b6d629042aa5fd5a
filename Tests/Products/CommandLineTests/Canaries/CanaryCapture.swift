import Documents
import Foundation

/// The Apple SSO capture with a secret planted in every place that can hold one.
///
/// The flow stays what it was: a value that comes back later in the flow comes back as the same canary, so that the
/// recording still replays.
struct CanaryCapture {
    /// A planted secret and where it was put.
    struct Canary: CustomStringConvertible {
        let place: String
        let value: String
        var description: String { "\(place): \(value)" }
    }

    /// The capture.
    private(set) var archive: String
    /// The VSA log that belongs to it.
    private(set) var vsaLog: String
    /// The canaries that were planted.
    private(set) var canaries: [Canary] = []

    init() throws {
        archive = try Capture.compactText(of: "apple-sso-tvos")
        vsaLog = try String(
            contentsOf: Capture.folder.appending(path: "apple-sso-tvos.accounts.jsonl"),
            encoding: .utf8
        )
        plantInFlow()
        plantInTokens()
        plantBeside()
        plantInProse()
    }

    /// A value that occurs nowhere else: letters, digits and characters that percent-encoding and Base64 change.
    private mutating func canary(_ place: String) -> String {
        let number = canaries.count + 1
        let value = "Canary\(number)-\(String(number &* 2_654_435_761, radix: 36))~Zq/+x\(number * 7919)"
        canaries.append(Canary(place: place, value: value))
        return value
    }

    // MARK: Values that the flow hands on

    private mutating func plantInFlow() {
        // The device id is Base64 in the original, and stays so.
        let device = Base64.encode(Array(canary("device id, in query, form and HAR fields").utf8))
        canaries.append(Canary(place: "device id as sent", value: device))
        replace("m+vXo5i0SmaoioYnGeDvxw==", with: device)
        replace("m%2BvXo5i0SmaoioYnGeDvxw%3D%3D", with: percentEncoded(device))
        let accessToken = canary("access token, in JSON and Authorization")
        replace("dad05a31a80b4b33962782cf6639e45c", with: accessToken)
        let secret = canary("client secret, in JSON and form")
        // In the form it stands percent-encoded, elsewhere raw.
        replace("client_secret=1c0bf062-d98f-4df2-890c-24ce6e3bfa20", with: "client_secret=" + percentEncoded(secret))
        replace("1c0bf062-d98f-4df2-890c-24ce6e3bfa20", with: secret)
        let statement = [#"{"alg":"RS256"}"#, #"{"sub":"\#(canary("subject of the software statement"))"}"#]
            .map { Base64.encode(Array($0.utf8), alphabet: .urlSafe, padding: false) }
        replace("eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJraXRlIn0.c2ln", with: statement.joined(separator: ".") + ".c2ln")
        replace("u-m+vX", with: canary("user id, in user metadata"))
    }

    // MARK: Values within Base64

    private mutating func plantInTokens() {
        let subject = canary("SAML subject and attribute, in XML and Base64 of XML")
        let household = canary("SAML attribute, in XML and Base64 of XML")
        vsaLog = vsaLog.replacing("u-81f0", with: subject).replacing(">h-1<", with: ">\(household)<")
        replaceWithinBase64(beginning: "PHNhbWwycDpSZXNwb25zZ") {
            $0.replacing("u-81f0", with: subject).replacing(">h-1<", with: ">\(household)<")
        }
        let session = canary("session GUID, in Base64 of a media token")
        let signature = canary("signature of a media token, in Base64 of Base64")
        replaceWithinBase64(beginning: "PHNpZ25hdHVyZUluZm8") { token in
            token.replacing(/<sessionGUID>[^<]*/, with: "<sessionGUID>\(session)")
                .replacing(/^<signatureInfo>[^<]*/, with: "<signatureInfo>\(Base64.encode(Array(signature.utf8)))")
        }
    }

    // MARK: Values beside the flow

    private mutating func plantBeside() {
        let cookie = canary("request cookie, in header and HAR cookies")
        let basic = Base64.encode(Array("kite:\(canary("password of basic authorization"))".utf8))
        let extra = canary("header of an unknown name that holds a token")
        let referer = percentEncoded(canary("query of a Referer"))
        let nested = Base64.encode(Array(#"{"access_token":"\#(canary("token in Base64 of JSON"))"}"#.utf8))
        let headers = [
            ("Cookie", "session=\(cookie)"), ("Proxy-Authorization", "Basic \(basic)"), ("X-Auth-Token", extra),
            ("Referer", "https://play.kite.example/?access_token=\(referer)"), ("X-Session-Token", nested),
        ]
        let text = headers.map { #"{"name":"\#($0.0)","value":"\#($0.1)"},"# }.joined()
        archive = archive.replacing(#""headers":[{"name":"Host""#, with: #""headers":[\#(text){"name":"Host""#)
        archive = archive.replacing(
            #""cookies":[],"headers":[{"name":"Cookie""#,
            with: #""cookies":[{"name":"session","value":"\#(cookie)"}],"headers":[{"name":"Cookie""#
        )
        let setCookie = canary("response cookie")
        let location = percentEncoded(canary("query of a Location"))
        archive = archive.replacing(
            #"{"name":"X-Request-Id""#,
            with: #"""
                {"name": "Set-Cookie", "value": "JSESSIONID=\#(setCookie); Path=/; Secure"}, \#
                {"name": "Location", "value": "https://play.kite.example/in?token=\#(location)"}, \#
                {"name":"X-Request-Id"
                """#
        )
        archive = archive.replacing(
            #"{\"playable\": true}"#,
            with:
                #"{\"playable\": true, \"refresh_token\": \"\#(canary("refresh token in JSON of another service"))\"}"#
        )
        let password = percentEncoded(canary("password in a form"))
        archive = archive.replacing(#""text":"token="#, with: #""text":"password=\#(password)&token="#)
        archive = archive.replacing(
            #""serverIPAddress""#,
            with: #""_request": {"authorization": "Bearer \#(canary("HAR extension field"))"}, "serverIPAddress""#
        )
    }

    // MARK: Values in prose, and in odd places

    private mutating func plantInProse() {
        let mail = word("e-mail address in prose", "canary.zq7x@post-canary.example")
        let name = word("name in prose", "Canary Zqellin")
        let code = word("one-time code in a field, a path and prose", "48392157")
        let query = percentEncoded(#"mutation { signIn(password: "\#(canary("argument of GraphQL"))") { ok } }"#)
        let sent = #""text":"otp=\#(code)&query=\#(query)&password="#
        archive = archive.replacing(#""text":"password="#, with: sent)
        let told =
            "Signed in as \(name), not as \(mail), at https://kite.example/activate/\(code); your code is \(code)."
        archive = archive.replacing(
            #"{\"playable\": true, "#,
            with: #"{\"playable\": true, \"message\": \"\#(told)\", "#
        )
    }

    /// A value that looks like what it is.
    private mutating func word(_ place: String, _ value: String) -> String {
        canaries.append(Canary(place: place, value: value))
        return value
    }

    // MARK: Replacing

    private mutating func replace(_ old: String, with new: String) {
        archive = archive.replacing(old, with: new)
        vsaLog = vsaLog.replacing(old, with: new)
    }

    /// Edits what stands in Base64 values that begin with `beginning`, raw or percent-encoded.
    private mutating func replaceWithinBase64(beginning: String, _ edit: (String) -> String) {
        var result = ""
        var rest = archive[...]
        while let range = rest.range(of: beginning) {
            result += rest[..<range.lowerBound]
            let end =
                rest[range.lowerBound...].firstIndex { !($0.isLetter || $0.isNumber || "+/=%".contains($0)) }
                ?? rest.endIndex
            let written = String(rest[range.lowerBound..<end])
            let isEncoded = written.contains("%")
            let plain = written.removingPercentEncoding ?? written
            let text = Data(base64Encoded: plain).map { String(decoding: $0, as: UTF8.self) } ?? ""
            let edited = Base64.encode(Array(edit(text).utf8))
            // In a form body a value without `+`, `/` and `=` looks the same encoded, and then none was changed either.
            result += isEncoded ? percentEncoded(edited) : edited
            rest = rest[end...]
        }
        archive = result + rest
    }

    private func percentEncoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~")))
            ?? text
    }
}
