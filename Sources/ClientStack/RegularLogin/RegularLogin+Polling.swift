import PassAPI

// While and after the user logs in: is there a token yet?

extension RegularLogin {
    mutating func poll(_ code: Code, after polls: Int, _ turn: inout Turn) {
        state = .polling(code, .asking, polls: polls &+ 1)
        turn.call(.tokenCheck(turn.options.pollWith, turn.configuration), for: .regularLogin)
    }

    mutating func judgePoll(
        _ response: PassResponse,
        _ code: Code,
        _ polls: Int,
        _ turn: inout Turn
    ) -> Outcome {
        switch PollAnswer(response, to: turn.options.pollWith, turn.configuration) {
        case .signedOn(let mvpd):
            stop(&turn)
            return .signedOn(mvpd: mvpd)
        case .notYet: return pause(code, polls, &turn)
        case .hopeless(let reason): return end(reason, &turn)
        }
    }

    mutating func pause(_ code: Code, _ polls: Int, _ turn: inout Turn) -> Outcome {
        if let limit = turn.options.pollLimit, polls >= limit {
            return end("Nobody has signed in after \(polls) tries.", &turn)
        }
        let interval = max(turn.options.pollInterval, ClientOptions.shortestPollInterval)
        state = .polling(code, .pausing(turn.outbox.startTimer(interval)), polls: polls)
        return .goesOn
    }

    mutating func end(_ reason: String, _ turn: inout Turn) -> Outcome {
        stop(&turn)
        return .ended(reason)
    }
}
