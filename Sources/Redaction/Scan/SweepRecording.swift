import Exchanges

extension Sweep {
    /// Takes known secrets out of every text of the exchange.
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
        if let entry = exchange.archiveEntry { exchange.archiveEntry = replacing(entry) }
    }

    private func sweep(_ fields: inout HeaderFields) {
        for index in fields.indices {
            if let changed = changed(fields[index].name) { fields[index].name = changed }
            if let changed = changed(fields[index].value) { fields[index].value = changed }
        }
    }
}
