public import Exchanges
public import SubscriberAccount

/// Takes secrets out of a recording: equal secrets get equal pseudonyms of the same shape, in whatever they are
/// written.
///
/// It works in two phases. ``study(_:)-(Exchange)`` collects what is secret; ``redact(_:)-(Exchange)`` replaces it,
/// first where it stands by the rules of each structure, then wherever else a secret known by then is found. An import
/// studies everything before it redacts anything; a recorder does both for one exchange at a time, and what is learnt
/// later is then not looked for in what was written before: its secret scanner tells.
///
/// The rules are in Documentation/reference/redaction-rules.md.
public struct Redactor: Sendable {
    var known: KnownSecrets

    /// A redactor that knows no secrets yet.
    ///
    /// - Parameters:
    ///   - key: what pseudonyms are made with; 32 random bytes for each recording, kept nowhere. The same key gives the
    ///     same pseudonyms.
    ///   - memory: how much it keeps in mind.
    public init(key: [UInt8], remembering memory: RedactionMemory = .everything) {
        known = KnownSecrets(key: key, memory: memory)
    }

    /// The amount that is replaced, by kind: what has been studied so far; a value that was forgotten and met again
    /// counts twice.
    public var summary: RedactionSummary { known.summary }

    /// A gate that lets no secret studied so far pass.
    public var secretScanner: SecretScanner { SecretScanner(known) }

    // MARK: Studying

    /// Finds what is secret in exchanges apart from this redactor, which is to learn it afterwards.
    public var finder: SecretFinder { SecretFinder(pseudonyms: known.pseudonyms) }

    /// Learns what a ``finder`` of this redactor found.
    ///
    /// Studying exchanges one by one and learning the findings of groups of them, in the same order, come to the same.
    public mutating func learn(_ findings: SecretFindings) { known.learn(findings) }

    /// Learns what is secret in an exchange.
    public mutating func study(_ exchange: Exchange) {
        known.learn(findings(in: exchange))
    }

    /// Apart from learning, so that nothing else holds what is then changed.
    private func findings(in exchange: Exchange) -> SecretFindings {
        var sink = StudyingSink(skipping: known.plainHeaders, known.identities)
        sink.ordinal = exchange.ordinal
        _ = ExchangeVisitor.redact(exchange, &sink)
        return sink.findings
    }

    /// Learns what is secret in a VSA call.
    public mutating func study(_ response: VSACall) {
        var sink = StudyingSink()
        sink.ordinal = response.ordinal
        _ = VSALogVisitor.redact(Array(VSALog.line(for: response).utf8), &sink)
        known.learn(sink.findings)
    }

    // MARK: Redacting

    /// The exchange without its secrets.
    public func redact(_ exchange: Exchange) -> Exchange {
        let replacer = KnownSecretReplacer(known)
        var sink = ReplacingSink(known, replacer)
        var result = ExchangeVisitor.redact(exchange, &sink)
        replacer.replace(in: &result)
        return measured(result, insteadOf: exchange)
    }

    func measured(_ changed: Exchange, insteadOf exchange: Exchange) -> Exchange {
        var result = changed
        result.request.headers = result.request.headers.measuring(
            result.request.body,
            insteadOf: exchange.request.body,
            in: exchange.request.headers
        )
        if case .response(var response) = result.outcome {
            response.headers = response.headers.measuring(
                response.body,
                insteadOf: exchange.response?.body,
                in: exchange.response?.headers
            )
            result.outcome = .response(response)
        }
        return result
    }

    /// The exchange with every secret replaced that is known by now, wherever it stands, and nothing else; nil if none
    /// stands in it.
    ///
    /// This is for exchanges that were redacted when less was known: what was replaced then stays as it is.
    public func replacingKnownSecrets(_ exchange: Exchange) -> Exchange? {
        let replacer = KnownSecretReplacer(known)
        var sink = KnownSecretSink(replacer)
        var result = ExchangeVisitor.redact(exchange, &sink)
        replacer.replace(in: &result)
        guard result != exchange else { return nil }
        return measured(result, insteadOf: exchange)
    }

    /// The VSA call with every secret replaced that is known by now, and nothing else; nil if none is in it.
    public func replacingKnownSecrets(_ response: VSACall) -> VSACall? {
        let replacer = KnownSecretReplacer(known)
        let result = VSALogVisitor.rewriting(response) { replacer.replacing($0, isVSALog: true) }
        return result == response ? nil : result
    }

    /// The VSA call without its secrets.
    public func redact(_ response: VSACall) -> VSACall {
        let replacer = KnownSecretReplacer(known)
        return VSALogVisitor.rewriting(response) { line in
            var sink = ReplacingSink(known, replacer)
            let walked = VSALogVisitor.redact(line, &sink)
            return replacer.replacing(walked ?? line, isVSALog: true) ?? walked
        }
    }

    /// The information without known secrets: a HAR's pages carry URLs as titles.
    public func redact(_ information: RecordingInformation) -> RecordingInformation {
        var result = information
        let replacer = KnownSecretReplacer(known)
        var sink = ReplacingSink(known, replacer)
        result.creator = replacer.replacing(information.creator)
        result.archiveLog = information.archiveLog.map {
            let walked = HARVisitor(Scope()).redact($0, &sink) ?? $0
            return replacer.replacing(walked) ?? walked
        }
        result.isRedacted = true
        return result
    }

    /// The user action without known secrets.
    public func redact(_ userAction: UserAction) -> UserAction {
        var result = userAction
        let replacer = KnownSecretReplacer(known)
        switch userAction.action {
        case .selectProvider(let provider): result.action = .selectProvider(replacer.replacing(provider))
        case .play(let resource): result.action = .play(resource: replacer.replacing(resource))
        case .preauthorize(let resources):
            result.action = .preauthorize(resources: resources.map { replacer.replacing($0) })
        case .launch, .closeWebView, .confirmLogin, .cancel, .readUserMetadata, .logOut, .foreground, .background: break
        }
        return result
    }
}

extension Redactor {
    /// The whole recording without its secrets: everything is studied before anything is redacted.
    ///
    /// - Parameter recording: a recording that fits in memory; a long one is studied and redacted piece by piece.
    /// - Returns: the recording, marked as redacted.
    public mutating func redact(_ recording: Recording) -> Recording {
        for exchange in recording.exchanges { study(exchange) }
        for response in recording.vsaCalls { study(response) }
        return Recording(
            information: redact(recording.information),
            exchanges: recording.exchanges.map { redact($0) },
            vsaCalls: recording.vsaCalls.map { redact($0) },
            userActions: recording.userActions.map { redact($0) }
        )
    }
}
