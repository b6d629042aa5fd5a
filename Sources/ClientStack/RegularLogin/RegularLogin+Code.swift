import PassAPI
import VirtualTime

// Before the user logs in: the app's own picker and the registration code.

extension RegularLogin {
    mutating func judgeProviders(_ response: PassResponse, _ turn: inout Turn) -> Outcome {
        guard response.status == 200, case .configuration(let configuration) = response.content else {
            return end("The list of providers is not available: " + response.reason, &turn)
        }
        if let mismatch = Consistency.mismatch(in: response, turn.configuration) { return end(mismatch, &turn) }
        turn.providers = configuration
        return choose(from: configuration.mvpds, &turn)
    }

    mutating func choose(from mvpds: [MVPD], _ turn: inout Turn) -> Outcome {
        guard !mvpds.isEmpty else { return end("There is no provider to choose from.", &turn) }
        state = .choosingProvider(mvpds)
        turn.outbox.present(.providerPicker(mvpds))
        return .goesOn
    }

    mutating func requestCode(for mvpd: MVPD?, _ turn: inout Turn) {
        state = .requestingCode(mvpd)
        turn.call(.registrationCode(for: mvpd, turn.configuration), for: .regularLogin)
    }

    mutating func judgeCode(_ response: PassResponse, _ mvpd: MVPD?, _ turn: inout Turn) -> Outcome {
        guard response.isSuccess, case .registrationRecord(let record) = response.content else {
            return end("No registration code: " + response.reason, &turn)
        }
        if let mismatch = Consistency.mismatch(in: record, mvpd: mvpd?.id, turn.configuration) {
            return end(mismatch, &turn)
        }
        let lifetime = CodeLifetime.of(record, turn.outbox)
        let code = Code(
            text: record.code,
            expiry: turn.outbox.startTimer(lifetime),
            due: turn.outbox.now + lifetime,
            expires: record.expires
        )
        guard !turn.configuration.platform.usesSecondScreen, let mvpd else {
            turn.outbox.present(.registrationCode(record.code))
            poll(code, after: 0, &turn)
            return .goesOn
        }
        state = .showingWebView(code)
        turn.outbox.present(.webView(.loginPage(code: record.code, for: mvpd, turn.configuration)))
        return .goesOn
    }
}
