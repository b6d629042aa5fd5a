import PassAPI

// While and after the user logs in: is there a token yet?

extension RegularLogin {
    mutating func poll(_ code: Code, after polls: Int, _ desk: inout Desk) {
        state = .polling(code, .asking, polls: polls &+ 1)
        desk.call(.tokenCheck(desk.options.pollWith, desk.configuration), for: .regularLogin)
    }

    mutating func evaluatePoll(
        _ response: PassResponse,
        _ code: Code,
        _ polls: Int,
        _ desk: inout Desk
    ) -> Outcome {
        switch PollAnswer(response, to: desk.options.pollWith, desk.configuration) {
        case .signedIn(let mvpd):
            stop(&desk)
            return .signedIn(mvpd: mvpd)
        case .notYet: return pause(code, polls, &desk)
        case .hopeless(let reason): return end(reason, &desk)
        }
    }

    mutating func pause(_ code: Code, _ polls: Int, _ desk: inout Desk) -> Outcome {
        if let limit = desk.options.pollLimit, polls >= limit {
            return end("No sign-in after \(polls) tries.", &desk)
        }
        let interval = max(desk.options.pollInterval, PollInterval.shortest)
        state = .polling(code, .pausing(desk.buffer.startTimer(interval)), polls: polls)
        return .goesOn
    }

    mutating func end(_ reason: String, _ desk: inout Desk) -> Outcome {
        stop(&desk)
        return .ended(reason)
    }
}
