import PassAPI

// What the user of a second screen types: the code is another device's.

extension BehaviorClient {
    /// The requests of the login that the user has begun last; nil where none is recorded.
    var typedLogin: [PassRequest]? {
        configuration.logins.indices.contains(loginsBegun - 1) ? configuration.logins[loginsBegun - 1] : nil
    }

    /// The user types the code of the next login, after the last one the same again.
    mutating func typeNextCode() {
        guard behavior.login == .secondScreen, !configuration.logins.isEmpty else { return }
        loginsBegun = min(loginsBegun + 1, configuration.logins.count)
        memory.code = typedLogin?.lazy.compactMap { $0["reg_code"] }.first ?? memory.code
    }

    /// The user has typed `code`, as another one's request shows.
    mutating func typed(_ code: String?) {
        guard let code else { return }
        let place = configuration.logins.firstIndex { login in login.contains { $0["reg_code"] == code } }
        if let place { loginsBegun = place + 1 }
    }

    /// True if the MVPD's assertion comes by this screen.
    var bringsAssertion: Bool {
        typedLogin.map { $0.contains { $0.operation == .assertionConsumer } } ?? knows(.assertionConsumer)
    }
}
