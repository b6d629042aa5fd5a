import Exchanges

extension Exchange {
    /// Goes through every text but those of a HAR entry: each stays for which there is no other.
    mutating func changeTexts(_ changed: (String) -> String?, bodies changedBody: ([UInt8]) -> [UInt8]?) {
        func replace(_ text: inout String) {
            if let changed = changed(text) { text = changed }
        }
        func replace(_ fields: inout HeaderFields) {
            for index in fields.indices {
                replace(&fields[index].name)
                replace(&fields[index].value)
            }
        }
        replace(&request.url)
        replace(&request.method)
        replace(&request.headers)
        if let body = request.body, let changed = changedBody(body) { request.body = changed }
        switch outcome {
        case .response(var response):
            // The only owner: what changes in it is changed in place.
            outcome = .failure("")
            replace(&response.reason)
            replace(&response.headers)
            if let body = response.body, let changed = changedBody(body) { response.body = changed }
            outcome = .response(response)
        case .failure(var text):
            replace(&text)
            outcome = .failure(text)
        }
    }
}

extension KnownSecretReplacer {
    /// Takes known secrets out of every text of the exchange.
    func replace(in exchange: inout Exchange) {
        exchange.changeTexts(changed) { replacing($0) }
        if let entry = exchange.harExtras, let changed = replacing(entry) { exchange.harExtras = changed }
    }
}
