import Documents
public import SubscriberAccount

/// One answer of the Video Subscriber Account framework as readable text.
public struct VSACallText: Sendable {
    /// Whether to print in color.
    public var showsColor: Bool

    /// A rendering, plain unless said otherwise.
    public init(showsColor: Bool = false) { self.showsColor = showsColor }

    /// Question and answer in one line, with its line end.
    public func line(for response: VSACall) -> String {
        let time = "\(response.answeredAt)".split(separator: "T").last.map { String($0.dropLast()) } ?? ""
        return PrintableText.rightAligned("\(response.ordinal)", to: 6) + "  " + PrintableText.padded(time, to: 15)
            + "  "
            + Color.bold.paint(PrintableText.padded(question(response.question), to: 34), isShown: showsColor) + "  "
            + PrintableText.escaped(answer(response.answer)) + "\n"
    }

    /// Question and answer, then every property that was set, one a line.
    public func text(of response: VSACall) -> String {
        var result = line(for: response)
        var properties: [(String, String)] = []
        if case .enqueue(let request) = response.question { properties += self.properties(of: request) }
        if case .metadata(let metadata?, _) = response.answer { properties += self.properties(of: metadata) }
        for (name, value) in properties {
            result += String(repeating: " ", count: 8) + PrintableText.escaped("\(name): \(value)") + "\n"
        }
        return result
    }

    private func question(_ question: VSARequest) -> String {
        switch question {
        case .checkAccessStatus(let prompt): "checkAccessStatus, " + (prompt ? "with prompt" : "without prompt")
        case .enqueue(let request):
            "enqueue, " + (request.isInterruptionAllowed ? "may interrupt" : "may not interrupt")
        }
    }

    private func answer(_ answer: VSAResult) -> String {
        switch answer {
        case .accessStatus(let status, let error):
            status.name + (error.map { "; " + text(of: $0) } ?? "")
        case .metadata(let metadata, let error):
            [metadata.map(text(of:)), error.map(text(of:))].compactMap { $0 }.joined(separator: "; ")
                .ifEmpty("neither metadata nor an error")
        }
    }

    private func text(of metadata: AccountMetadata) -> String {
        var parts: [String] = []
        parts.append(metadata.accountProviderIdentifier ?? "no provider")
        if let date = metadata.authenticationExpirationDate { parts.append("until \(date)") }
        if metadata.samlAttributeQueryResponse != nil { parts.append("with a SAML response") }
        return parts.joined(separator: ", ")
    }

    private func text(of error: AccountError) -> String {
        var text = "\(error.domain) \(error.code)"
        if let code = error.knownCode { text += " (\(code))" }
        for entry in error.userInfo { text += ", \(entry.key): \(entry.value)" }
        return text
    }

    private func properties(of request: AccountMetadataRequest) -> [(String, String)] {
        var result: [(String, String)] = []
        func add(_ name: String, _ value: String?) { if let value { result.append((name, value)) } }
        func add(_ name: String, _ values: [String]) {
            if !values.isEmpty { result.append((name, values.joined(separator: ", "))) }
        }
        add("channelIdentifier", request.channelIdentifier)
        add("supportedAccountProviderIdentifiers", request.supportedAccountProviderIdentifiers)
        add("featuredAccountProviderIdentifiers", request.featuredAccountProviderIdentifiers)
        add("verificationToken", request.verificationToken)
        add("includeAccountProviderIdentifier", request.includeAccountProviderIdentifier ? "true" : nil)
        add("includeAuthenticationExpirationDate", request.includeAuthenticationExpirationDate ? "true" : nil)
        add("localizedVideoTitle", request.localizedVideoTitle)
        add("forceAuthentication", request.forceAuthentication ? "true" : nil)
        add("attributeNames", request.attributeNames)
        add("supportedAuthenticationSchemes", request.supportedAuthenticationSchemes)
        add("accountProviderAuthenticationToken", request.accountProviderAuthenticationToken)
        return result
    }

    private func properties(of metadata: AccountMetadata) -> [(String, String)] {
        var result: [(String, String)] = []
        if let data = metadata.verificationData {
            result.append(("verificationData", CountedNoun.text(data.count, "byte")))
        }
        if let response = metadata.samlAttributeQueryResponse {
            result.append(("samlAttributeQueryResponse", response))
        }
        if let response = metadata.accountProviderResponse {
            let parts = [response.authenticationScheme, response.status, response.body].compactMap { $0 }
            result.append(("accountProviderResponse", parts.joined(separator: ", ")))
        }
        return result
    }
}

extension String {
    fileprivate func ifEmpty(_ other: String) -> String { isEmpty ? other : self }
}
