import Documents
import OrderedCollections
import PassAPI
import VirtualTime

extension SimulatedService {
    /// The answer that tells what is known about the user.
    mutating func answer(with authentication: AuthenticationRecord, at now: Instant) -> PassResponse {
        guard let metadata = userMetadata(of: authentication, at: now) else { return failure(404, "Not Found") }
        return PassResponse(status: 200, .userMetadata(metadata))
    }

    /// Returns the known facts about the user (rest-api-v1.md §7.12, rows K-77, K-78).
    ///
    /// `tokenSource` stands there only if the sign-on came from Apple: other values are unconfirmed.
    func userMetadata(of authentication: AuthenticationRecord, at now: Instant) -> UserMetadata? {
        var data: JSONObject = ["userID": .string(authentication.userID)]
        if let source = authentication.tokenSource { data["tokenSource"] = .string(source) }
        let encrypted = configuration.quirks.provider.encryptedMetadata
        var names: [String] = []
        let entries = machine(authentication.mvpd)?.subscriber(authentication.user)?.metadata ?? []
        for name in OrderedSet(entries.map(\.name)) {
            let own = entries.filter { $0.name == name }
            if case .encrypted(let value)? = own.first?.value {
                names.append(name)
                data[name] = value
                continue
            }
            // Of the sign-on's own facts it is known at most how they are written: an id may be a number.
            if let known = data[name] {
                if case .json(let value)? = own.first?.value, value.number?.text == known.string { data[name] = value }
                continue
            }
            let values = own.flatMap(\.texts)
            let isList = values.count > 1 || Self.listNames.contains(name)
            if encrypted.contains(name) {
                names.append(name)
                data[name] = .string(cipher(of: values.joined(separator: ",")))
            } else if case .json(let value)? = own.first?.value {
                data[name] = value
            } else {
                data[name] = isList ? .array(values.map { .string($0) }) : .string(values.first ?? "")
            }
        }
        if let trial = trial(of: authentication), trial.key != nil { describe(trial, in: &data) }
        // The wire has whole seconds.
        let updated = Instant(secondsSince1970: authentication.issued.secondsSince1970)
        return UserMetadata(updated: updated, encrypted: names, data: data)
    }

    /// The names whose values are lists, however many there are.
    private static let listNames = ["zip", "channelID"]

    /// As long as RSA's result, and no more to be read than it.
    private func cipher(of value: String) -> String {
        Base64.encode(signer.signature(of: "metadata " + value, salt: []))
    }

    /// The keys of promotional Temp Passes; their forms are not documented, so they are texts.
    private func describe(_ trial: Trial, in data: inout JSONObject) {
        let used = trial.resources.count
        if let limit = configuration.quirks.provider.promotionalResourceLimit {
            data["remaining_resources"] = .string(String(max(0, limit - used)))
        }
        data["used_assets"] = .string(trial.resources.joined(separator: ","))
        data["expiration_date"] = .string(String(trial.ends.millisecondsSince1970))
    }
}
