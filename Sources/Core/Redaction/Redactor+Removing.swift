public import Exchanges
public import SubscriberAccount

extension Redactor {
    /// The exchange without any text that no rule vouches for: a secret that only a later exchange gave away may be in
    /// it.
    ///
    /// What has a harmless name stays, and so do scheme, host and status. What has a name that is on no list gets a
    /// pseudonym, as in what is sent to somebody who is not Adobe; so does the path, unless it is one of Adobe's.
    /// Bodies that are no JSON, no form and no markup of services go, and so does what else a HAR entry held.
    ///
    /// - Parameters:
    ///   - exchange: an exchange that was redacted when less was known.
    ///   - keepsPath: whether the path is known to hold no text of somebody's.
    /// - Returns: nil if nothing is to be removed.
    public func removingDoubtful(_ exchange: Exchange, keepsPath: Bool) -> Exchange? {
        var result = exchange
        var sink = ReplacingSink(known, KnownSecretReplacer(known))
        let scope = Scope().everythingSecret(.certain, .other)
        let url = url(Array(exchange.request.url.utf8), scope, keepsPath, &sink)
        result.request.url = String(decoding: url, as: UTF8.self)
        remove(from: &result.request.headers, &sink)
        result.request.body = body(exchange.request.body, scope, &sink)
        switch exchange.outcome {
        case .response(var response):
            response.reason = ""
            remove(from: &response.headers, &sink)
            response.body = body(response.body, scope, &sink)
            result.outcome = .response(response)
        case .failure: break
        }
        result.harExtras = nil
        return result == exchange ? nil : measured(result, insteadOf: exchange)
    }

    /// The VSA call without what its log said in keys of its own, and with other words in errors.
    ///
    /// - Returns: nil if nothing is to be removed.
    public func removingDoubtful(_ response: VSACall) -> VSACall? {
        var result = response
        result.logNotes = []
        func removing(_ error: AccountError) -> AccountError {
            var error = error
            error.userInfo = error.userInfo.map { entry in
                let value = String(decoding: known.pseudonyms.pseudonym(for: Array(entry.value.utf8)), as: UTF8.self)
                return entry.isString ? AccountError.UserInfoEntry(entry.key, value, isString: true) : entry
            }
            return error
        }
        switch response.answer {
        case .accessStatus(let status, let error): result.answer = .accessStatus(status, error.map(removing))
        case .metadata(let metadata, let error): result.answer = .metadata(metadata, error.map(removing))
        }
        return result == response ? nil : result
    }

    private func url(_ text: [UInt8], _ scope: Scope, _ keepsPath: Bool, _ sink: inout ReplacingSink) -> [UInt8] {
        let whole = URLVisitor.redact(text[...], scope, &sink) ?? text
        guard !keepsPath else { return whole }
        let end = whole.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? whole.endIndex
        let host = Host(of: whole[..<end])
        var result = Array(whole[..<host.end])
        for segment in whole[host.end..<end].split(separator: 0x2F, omittingEmptySubsequences: true) {
            let text = Array(segment)
            result += [0x2F] + (TextShape.hasContent(text) ? known.pseudonyms.pseudonym(for: text) : text)
        }
        if end > host.end, whole[end - 1] == 0x2F { result.append(0x2F) }
        return result + whole[end...]
    }

    private func remove(from fields: inout HeaderFields, _ sink: inout ReplacingSink) {
        for index in fields.indices {
            let name = NameRules.normalized(Array(fields[index].name.utf8))
            guard !Self.plainHeaders.contains(name) else { continue }
            let value = known.pseudonyms.pseudonym(for: Array(fields[index].value.utf8))
            fields[index].value = String(decoding: value, as: UTF8.self)
        }
    }

    /// Headers whose values are words of HTTP.
    private static let plainHeaders: Set<String> = [
        "accept", "acceptcharset", "acceptencoding", "acceptlanguage", "acceptranges", "age", "allow", "cachecontrol",
        "connection", "contentencoding", "contentlanguage", "contentlength", "contentrange", "contenttype", "date",
        "expect", "expires", "host", "ifmodifiedsince", "ifunmodifiedsince", "keepalive", "lastmodified", "pragma",
        "range", "retryafter", "te", "transferencoding", "upgrade", "useragent", "vary",
    ]

    private func body(_ bytes: [UInt8]?, _ scope: Scope, _ sink: inout ReplacingSink) -> [UInt8]? {
        guard let bytes, let first = bytes[...].content.first else { return bytes }
        switch first {
        case 0x7B, 0x5B:
            guard JSONVisitor.looksLikeJSON(bytes[...].content) else { return nil }
            return JSONVisitor.redact(bytes[...].content, scope, &sink) ?? bytes
        case 0x3C where MarkupFormat.isKnown(bytes[...].content):
            return MarkupFormat.redact(bytes[...].content, scope, &sink) ?? bytes
        default:
            guard FormVisitor.looksLikeForm(bytes[...].content) else { return nil }
            return FormVisitor.redact(bytes[...].content, scope, nil, &sink) ?? bytes
        }
    }
}
