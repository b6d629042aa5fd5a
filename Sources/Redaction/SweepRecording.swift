import Exchanges
import SubscriberAccount

extension Sweep {
    /// Replaces known secrets in every text of the exchange.
    func sweep(_ exchange: inout Exchange) {
        if let changed = changed(exchange.request.url) { exchange.request.url = changed }
        if let changed = changed(exchange.request.method) { exchange.request.method = changed }
        sweep(&exchange.request.headers)
        if let body = exchange.request.body, let changed = replacing(body) { exchange.request.body = changed }
        switch exchange.outcome {
        case .response(var response):
            // The only owner: what changes in it is changed in place.
            exchange.outcome = .failure("")
            if let changed = changed(response.reason) { response.reason = changed }
            sweep(&response.headers)
            if let body = response.body, let changed = replacing(body) { response.body = changed }
            exchange.outcome = .response(response)
        case .failure(let text): exchange.outcome = .failure(replacing(text))
        }
        if let entry = exchange.archiveEntry { exchange.archiveEntry = replacingWhole(entry) }
    }

    private func sweep(_ fields: inout HeaderFields) {
        for index in fields.indices {
            if let changed = changed(fields[index].name) { fields[index].name = changed }
            if let changed = changed(fields[index].value) { fields[index].value = changed }
        }
    }

    /// Replaces known secrets in every text of the account response.
    func sweep(_ response: inout AccountResponse) {
        if case .enqueue(let request) = response.question { response.question = .enqueue(replacing(request)) }
        switch response.answer {
        case .accessStatus(let status, let error):
            response.answer = .accessStatus(status, error.map(replacing))
        case .metadata(let metadata, let error):
            response.answer = .metadata(metadata.map(replacing), error.map(replacing))
        }
        response.logNotes = response.logNotes.map(replacing)
        sweepLine(of: &response)
    }

    /// Replaces what stands in the line of the log, but in no single text of it: a secret that reaches from one to the next.
    private func sweepLine(of response: inout AccountResponse) {
        guard let line = replacingTokens(of: Array(AccountLog.line(for: response).utf8), keepsWords: true) else {
            return
        }
        guard let read = try? AccountLog.parse(line), read.count == 1 else {
            // What was replaced may be read in the log's own spelling only: better that of the original is lost.
            guard !response.logNotes.isEmpty else { return }
            response.logNotes = []
            return sweepLine(of: &response)
        }
        let (ordinal, answeredAt) = (response.ordinal, response.answeredAt)
        response = read[0]
        response.ordinal = ordinal
        response.answeredAt = answeredAt
    }

    private func replacing(_ request: AccountMetadataRequest) -> AccountMetadataRequest {
        var result = request
        result.channelIdentifier = request.channelIdentifier.map { replacing($0) }
        result.supportedAccountProviderIdentifiers = request.supportedAccountProviderIdentifiers.map { replacing($0) }
        result.featuredAccountProviderIdentifiers = request.featuredAccountProviderIdentifiers.map { replacing($0) }
        result.verificationToken = request.verificationToken.map { replacing($0) }
        result.localizedVideoTitle = request.localizedVideoTitle.map { replacing($0) }
        result.attributeNames = request.attributeNames.map { replacing($0) }
        result.supportedAuthenticationSchemes = request.supportedAuthenticationSchemes.map { replacing($0) }
        result.accountProviderAuthenticationToken = request.accountProviderAuthenticationToken.map { replacing($0) }
        result.applicationAccountProviders = request.applicationAccountProviders?.map {
            AccountApplicationProvider(
                localizedDisplayName: replacing($0.localizedDisplayName),
                identifier: replacing($0.identifier)
            )
        }
        return result
    }

    private func replacing(_ note: AccountLogNote) -> AccountLogNote {
        AccountLogNote(note.place, replacing(note.key), json: note.json.map { replacing($0) })
    }

    private func replacing(_ metadata: AccountMetadata) -> AccountMetadata {
        var result = metadata
        result.accountProviderIdentifier = metadata.accountProviderIdentifier.map { replacing($0) }
        result.samlAttributeQueryResponse = metadata.samlAttributeQueryResponse.map { replacing($0) }
        result.verificationData = metadata.verificationData.map { replacing($0) ?? $0 }
        result.accountProviderResponse = metadata.accountProviderResponse.map {
            AccountProviderResponse(
                authenticationScheme: replacing($0.authenticationScheme),
                status: $0.status.map { replacing($0) },
                body: $0.body.map { replacing($0) }
            )
        }
        return result
    }

    /// The code of an error; none that any system has is as long as a secret that is searched for.
    private func replacing(_ code: Int) -> Int {
        // As many digits may be too many for an integer; one less never are.
        changed(String(code)).flatMap { Int($0) ?? Int($0.dropLast()) } ?? code
    }

    private func replacing(_ error: AccountError) -> AccountError {
        var result = error
        result.domain = replacing(error.domain)
        result.code = replacing(error.code)
        result.userInfo = error.userInfo.map {
            AccountError.UserInfoEntry(replacing($0.key), replacing($0.value), isString: $0.isString)
        }
        return result
    }
}
