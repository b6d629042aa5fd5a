public import Exchanges

/// What a response has to be rewritten by for an app that is not the recorded one: values of the recording, each by the app's own.
///
/// It is applied to a response as it is recorded, or after its instants were moved.
public struct Rewriting: Hashable, Sendable {
    private var replacer = TextReplacer()

    /// A rewriting that changes nothing.
    public init() {}

    /// True if it changes no response.
    public var isEmpty: Bool { replacer.isEmpty }

    /// From now on `value` becomes `replacement`; nothing if it is shorter than 4 bytes.
    ///
    /// - Parameters:
    ///   - value: A value of the recording.
    ///   - replacement: The app's own.
    ///   - isURL: Whether it is an address, which is left alone where a longer one begins with it.
    package mutating func replace(_ value: String, by replacement: String, isURL: Bool) {
        replacer.replace(value, by: replacement, isURL: isURL)
    }

    /// From now on `value` stays.
    mutating func forget(_ value: String) { replacer.forget(value) }

    /// Returns the response with the app's values, wherever and however the recorded ones stand in it.
    ///
    /// A `Content-Length` that was right stays right.
    public func callAsFunction(_ response: HTTPResponse) -> HTTPResponse {
        guard !isEmpty else { return response }
        var response = response
        for index in response.headers.indices {
            let field = response.headers[index]
            let isURL = ["Location", "Content-Location", "Refresh", "Link"].contains { field.isNamed($0) }
            guard let changed = replacer.replacing(field.value, in: isURL ? .url : .text) else { continue }
            response.headers[index].value = changed
        }
        guard let body = response.body, Self.isText(response),
            let changed = replacer.replacing(body, in: Self.surroundings(of: body, in: response))
        else { return response }
        response.body = changed
        for index in response.headers.indices
        where response.headers[index].isNamed("Content-Length") && Int(response.headers[index].value) == body.count {
            response.headers[index].value = String(changed.count)
        }
        return response
    }

    /// Returns the request with all values replaced, in its URL, its headers and its body.
    func callAsFunction(_ request: HTTPRequest) -> HTTPRequest {
        guard !isEmpty else { return request }
        var request = request
        request.url = replacer.replacing(request.url, in: .url) ?? request.url
        request.headers = request.headers.map {
            HeaderField($0.name, replacer.replacing($0.value, in: .text) ?? $0.value)
        }
        if let body = request.body, let changed = replacer.replacing(body, in: request.isForm ? .form : .init(body)) {
            request.body = changed
        }
        return request
    }

    /// Returns `text` with all values replaced; nil if none is in it.
    package func replacing(_ text: String) -> String? { replacer.replacing(text) }

    /// What a body is: by its type where it does not show.
    private static func surroundings(of body: [UInt8], in response: HTTPResponse) -> Surroundings {
        let type = (response.headers[first: "Content-Type"] ?? "").lowercased().prefix { $0 != ";" && $0 != " " }
        if type.hasSuffix("javascript") || type.hasSuffix("ecmascript") { return .script }
        return type == "application/x-www-form-urlencoded" ? .form : Surroundings(body)
    }

    /// Pictures, films and fonts hold no value that is looked for.
    private static func isText(_ response: HTTPResponse) -> Bool {
        let type = response.headers[first: "Content-Type"]?.lowercased() ?? ""
        return !["image/", "video/", "audio/", "font/"].contains { type.utf8.starts(with: $0.utf8) }
    }
}
