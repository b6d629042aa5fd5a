import Documents
public import Exchanges

extension InstantShift {
    /// A request with the instants in its tokens moved: in its query, its headers, and a form in its body.
    ///
    /// With ``reversed`` it is what the request would be in the recording: an app sends the tokens that it was given.
    public func moved(_ request: HTTPRequest) -> HTTPRequest {
        guard wholeSeconds != 0 else { return request }
        var request = request
        if let mark = request.url.utf8.firstIndex(of: UInt8(ascii: "?")) {
            request.url = String(request.url[...mark]) + moved(pairs: request.url[request.url.index(after: mark)...])
        }
        request.headers = request.headers.map { HeaderField($0.name, movedWords(in: $0)) }
        if let body = request.body, let text = String(validating: body, as: UTF8.self), request.isForm {
            request.body = Array(moved(pairs: text[...]).utf8)
        }
        return request
    }

    /// The values of `name=value` pairs moved, everything else as it is written.
    ///
    /// A token may have spaces, which a form writes as `+`: one that moves is written anew, the others stay.
    private func moved(pairs text: Substring) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            guard let equals = pair.firstIndex(of: "=") else { return String(pair) }
            let value = String(pair[pair.index(after: equals)...])
            let decoded = PercentEncoding.decodeForm(value)
            let moved = moved(text: decoded)
            // Base64 that was sent without an escape has no spaces.
            guard ExactText(moved) != decoded else { return String(pair[...equals]) + self.moved(text: value) }
            return String(pair[...equals]) + PercentEncoding.component(moved)
        }
        .joined(separator: "&")
    }

    /// The value of a header with each of its words moved: `Bearer` and a token.
    private func movedWords(in field: HeaderField) -> String {
        guard field.isNamed("Authorization") else { return moved(text: field.value) }
        return field.value.split(separator: " ", omittingEmptySubsequences: false).map { moved(text: String($0)) }
            .joined(separator: " ")
    }
}

extension HTTPRequest {
    /// True if its body is a form, by its `Content-Type`.
    var isForm: Bool {
        let type = headers[first: "Content-Type"]?.lowercased() ?? ""
        return type.utf8.starts(with: "application/x-www-form-urlencoded".utf8)
    }
}
