import PassAPI

// While and after the user logs in: is there a token yet?

extension RegularLogin {
    mutating func poll(_ code: Code, _ polling: Polling, _ desk: inout Desk) {
        state = .polling(code, polling)
        desk.call(.tokenCheck(desk.options.pollWith, desk.configuration), for: .regularLogin)
    }

    mutating func evaluatePoll(
        _ response: PassResponse,
        _ code: Code,
        _ polling: Polling,
        _ desk: inout Desk
    ) -> Outcome {
        switch PollAnswer(response, to: desk.options.pollWith, desk.configuration) {
        case .signedIn(let mvpd):
            stop(&desk)
            return .signedIn(mvpd: mvpd)
        case .notYet: return pause(code, polling, &desk)
        case .hopeless(let reason): return end(reason, &desk)
        }
    }

    mutating func pause(_ code: Code, _ polling: Polling, _ desk: inout Desk) -> Outcome {
        var polling = polling
        polling.wait(desk.options.pollInterval, &desk.buffer)
        state = .polling(code, polling)
        return .goesOn
    }

    mutating func end(_ reason: String, _ desk: inout Desk) -> Outcome {
        stop(&desk)
        return .ended(reason)
    }
}
