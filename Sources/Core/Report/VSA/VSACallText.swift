import Documents
public import SubscriberAccount
import VirtualTime

/// A VSA call as readable text.
public struct VSACallText: Sendable {
    /// Colors and width.
    public var style: TextStyle

    /// A rendering, plain and of the standard width unless said otherwise.
    public init(_ style: TextStyle = .plain) { self.style = style }

    /// The call with its result in one line, with its line end.
    public func line(for call: VSACall) -> String {
        let time = "\(call.answeredAt)".split(separator: "T").last.map { String($0.dropLast()) } ?? ""
        return line(
            for: call,
            behind: [
                (
                    PrintableText.rightAligned("vsa\(call.ordinal)", to: 4) + "  " + PrintableText.padded(time, to: 15)
                        + "  ", nil
                )
            ]
        )
    }

    /// The call with its result behind `fields`, in one line with its line end.
    public func line(for call: VSACall, behind fields: [(text: String, color: Color?)]) -> String {
        style.line(
            fields + [(PrintableText.padded(call.question.title, to: Self.nameWidth) + "  ", .bold)],
            last: PrintableText.escaped(call.answer.fact(at: call.answeredAt))
        )
    }

    /// The call with its result, then every property that was set, one a line.
    public func text(of call: VSACall) -> String {
        var result = line(for: call)
        for (name, value) in call.question.details + call.answer.details {
            result += style.paragraph(PrintableText.escaped("\(name): \(value)"), label: "        ", indent: 10)
        }
        return result
    }

    private static let nameWidth = 20
}

extension AccountMetadataRequest {
    /// The properties that were set, by Apple's names.
    var properties: [(name: String, value: String)] {
        var result: [(name: String, value: String)] = []
        func add(_ name: String, _ value: String?) { if let value { result.append((name, value)) } }
        func add(_ name: String, _ values: [String]) {
            if !values.isEmpty { result.append((name, values.joined(separator: ", "))) }
        }
        add("channelIdentifier", channelIdentifier)
        add("supportedAccountProviderIdentifiers", supportedAccountProviderIdentifiers)
        add("featuredAccountProviderIdentifiers", featuredAccountProviderIdentifiers)
        add("verificationToken", verificationToken)
        add("includeAccountProviderIdentifier", includeAccountProviderIdentifier ? "true" : nil)
        add("includeAuthenticationExpirationDate", includeAuthenticationExpirationDate ? "true" : nil)
        add("localizedVideoTitle", localizedVideoTitle)
        add("forceAuthentication", forceAuthentication ? "true" : nil)
        add("attributeNames", attributeNames)
        add("supportedAuthenticationSchemes", supportedAuthenticationSchemes)
        add("accountProviderAuthenticationToken", accountProviderAuthenticationToken)
        return result
    }
}

extension AccountMetadata {
    /// The properties that no line has room for, by Apple's names.
    var properties: [(name: String, value: String)] {
        var result: [(name: String, value: String)] = []
        if let data = verificationData {
            result.append(("verificationData", CountedNoun.text(data.count, "byte")))
        }
        if let response = samlAttributeQueryResponse {
            result.append(("samlAttributeQueryResponse", response))
        }
        if let response = accountProviderResponse {
            let parts = [response.authenticationScheme, response.status, response.body].compactMap { $0 }
            result.append(("accountProviderResponse", parts.joined(separator: ", ")))
        }
        return result
    }
}
