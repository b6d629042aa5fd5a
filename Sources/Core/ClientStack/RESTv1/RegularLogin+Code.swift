import PassAPI
import VirtualTime

// Before the user logs in: the app's own picker and the registration code.

extension RegularLogin {
    mutating func evaluateProviders(_ response: PassResponse, _ desk: inout Desk) -> Outcome {
        guard response.status == 200, case .configuration(let configuration) = response.content else {
            return end("The list of providers is not available: " + response.reason, &desk)
        }
        if let mismatch = Consistency.mismatch(in: response, desk.configuration) { return end(mismatch, &desk) }
        desk.providers = configuration
        return choose(from: configuration.mvpds, &desk)
    }

    mutating func choose(from mvpds: [MVPD], _ desk: inout Desk) -> Outcome {
        guard !mvpds.isEmpty else { return end("There is no provider to choose from.", &desk) }
        state = .choosingProvider(mvpds)
        desk.buffer.present(.providerPicker(mvpds))
        return .goesOn
    }

    mutating func requestCode(for mvpd: MVPD?, _ desk: inout Desk) {
        state = .requestingCode(mvpd)
        desk.call(.registrationCode(for: mvpd, desk.configuration), for: .regularLogin)
    }

    mutating func evaluateCode(_ response: PassResponse, _ mvpd: MVPD?, _ desk: inout Desk) -> Outcome {
        guard response.isSuccess, case .registrationRecord(let record) = response.content else {
            return end("No registration code: " + response.reason, &desk)
        }
        if let mismatch = Consistency.mismatch(in: record, mvpd: mvpd?.id, desk.configuration) {
            return end(mismatch, &desk)
        }
        let lifetime = CodeLifetime.of(record, requested: desk.options.registrationCodeTTL, at: desk.buffer.wall)
        let code = Code(
            text: record.code,
            expiry: desk.buffer.startTimer(lifetime),
            due: desk.buffer.wall + lifetime,
            expires: record.expires
        )
        guard !desk.configuration.platform.usesSecondScreen, let mvpd else {
            desk.buffer.present(.registrationCode(record.code))
            poll(code, Polling(), &desk)
            return .goesOn
        }
        state = .showingWebView(code)
        desk.buffer.present(.webView(desk.configuration.codeLogin.page(code: record.code, mvpd: mvpd.id)))
        return .goesOn
    }
}
