import Documents
import Exchanges
import NIOCore
import NIOHTTP1
import ProxyProtocol

/// A request of a page that may send it, and what the page's browser has to be told before the page may read the response
/// (Fetch Standard §3.3).
///
/// A service knows the pages of its programmers, and no recorded one knows where an app is developed. What is added is for this
/// browser alone: what is recorded of the session is the response without it.
struct CrossOriginRequest {
    private let origin: String
    private let head: HTTPRequestHead

    /// A request with this head of a page of this origin, as its browser wrote it.
    init(of origin: String, _ head: HTTPRequestHead) {
        self.origin = origin
        self.head = head
    }

    /// True if the browser asks whether the page may send a request: the page knows nothing of it.
    var isPreflight: Bool {
        head.method == .OPTIONS && head.headers.contains(name: "Access-Control-Request-Method")
    }

    /// The answer to a preflight to which nothing is recorded: the page may send what it wants to.
    var permission: LocalAnswer { readable(LocalAnswer(status: .noContent, headers: [:], body: ByteBuffer())) }

    /// An answer that the page may read.
    ///
    /// One that was recorded for a page keeps what the service allowed that page, and is this one's; what it allowed everybody
    /// it allows this one, too.
    func readable(_ answer: LocalAnswer) -> LocalAnswer {
        var answer = answer
        let allowed = answer.headers["Access-Control-Allow-Origin"]
        let isForAll = allowed == ["*"] && !answer.headers.contains(name: "Access-Control-Allow-Credentials")
        // Chromium asks so before a page may reach this machine; no recorded service has been asked.
        if isPreflight, asked("Access-Control-Request-Private-Network") != nil {
            answer.headers.replaceOrAdd(name: "Access-Control-Allow-Private-Network", value: "true")
        }
        guard !isForAll else { return answer }
        answer.headers.replaceOrAdd(name: "Access-Control-Allow-Origin", value: origin)
        guard allowed.isEmpty else {
            answer.headers.vary(by: ["Origin"])
            return answer
        }
        answer.headers.replaceOrAdd(name: "Access-Control-Allow-Credentials", value: "true")
        guard isPreflight else {
            answer.headers.replaceOrAdd(name: "Access-Control-Expose-Headers", value: Self.exposed)
            answer.headers.vary(by: ["Origin"])
            return answer
        }
        // With credentials a star is no wildcard: each is named.
        for (question, consent) in Self.questions {
            guard let wanted = asked(question) else { continue }
            answer.headers.replaceOrAdd(name: consent, value: wanted)
        }
        answer.headers.replaceOrAdd(name: "Access-Control-Max-Age", value: "600")
        answer.headers.vary(by: ["Origin"] + Self.questions.map(\.question))
        return answer
    }

    /// What a browser asks for, and the field that allows it.
    private static let questions = [
        (question: "Access-Control-Request-Method", consent: "Access-Control-Allow-Methods"),
        (question: "Access-Control-Request-Headers", consent: "Access-Control-Allow-Headers"),
    ]

    /// What a page may read of a response beside what it always may: what the service exposes (rest-api-v1.md §4), what else it
    /// answers with, and why nothing answers.
    private static let exposed = [
        "pass_sfp", "Authzf-Error-Code", "Authzf-Sub-Error-Code", "Authzf-Error-Details", "Adobe-Request-Id",
        "Adobe-Response-Confidence", "X-Request-Id", "Retry-After", "WWW-Authenticate", HTTPResponse.unmatchedHeader,
    ].joined(separator: ", ")

    /// The value of a field of the request; nil if there is none, or one that cannot be sent back.
    private func asked(_ name: String) -> String? {
        let text = head.headers[name].joined(separator: ", ")
        return text.isEmpty || !LocalAnswer.isText(text) ? nil : text
    }
}

extension HTTPHeaders {
    /// Names fields of the request on which the response depends, in one field with those that are named already.
    fileprivate mutating func vary(by names: [String]) {
        let present = self["Vary"]
        let known = present.flatMap { value in
            value.utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0).trimmedSpaces).lowercased() }
        }
        // RFC 9110 §12.5.5: a star stands for all that there are.
        let missing = known.contains("*") ? [] : names.filter { !known.contains($0.lowercased()) }
        guard !missing.isEmpty else { return }
        replaceOrAdd(name: "Vary", value: (present + missing).joined(separator: ", "))
    }
}
