import Documents
import FuzzReadings
import PassAPI

/// What responses of REST API V2 say, read once more (rest-api-v2.md §5).
extension AnswerReadings {
    func agrees(_ session: AuthenticationSession) throws(PropertyFailure) {
        try text(session.actionName.rawValue, ["actionName"])
        try text(session.actionType, ["actionType"])
        try text(session.reasonType, ["reasonType"])
        try text(session.sessionID, ["sessionId"])
        try text(session.serviceProvider, ["serviceProvider"])
        try text(session.url, ["url"])
        try text(session.code, ["code"])
        try text(session.mvpd, ["mvpd"])
        try list(session.missingParameters, "missingParameters")
        try milliseconds(session.notBefore, "notBefore")
        try milliseconds(session.notAfter, "notAfter")
        let forwarded = tree.child("authenticationRequest")
        guard let request = session.partnerRequest else {
            return try require(forwarded?.scalar(["request"]) == nil, "authenticationRequest", "nothing of something")
        }
        guard let forwarded else { throw PropertyFailure("reads-what-stands-there", "a request of nothing") }
        let inner = AnswerReadings(forwarded, "authenticationRequest.")
        try inner.text(request.type, ["type"])
        try inner.text(request.request, ["request"])
        try inner.list(request.attributesNames, "attributesNames")
    }

    func agrees(_ status: SessionStatus) throws(PropertyFailure) {
        let name = tree.child("existingParameters") == nil ? "existing" : "existingParameters"
        try object(status.existingParameters, name)
        let missing = tree.texts("missingParameters") == nil ? "missing" : "missingParameters"
        try list(status.missingParameters, missing)
        try object(status.device ?? [:], "device")
        try milliseconds(status.notBefore, "notBefore")
        try milliseconds(status.notAfter, "notAfter")
    }

    func agrees(_ profiles: [Profile]) throws(PropertyFailure) {
        let members = try members(of: "profiles")
        try require(members.count == profiles.count, "profiles", "\(profiles.count) of \(members.count)")
        for profile in profiles {
            let inner = try reading(profile.mvpd, in: members, "profiles")
            try inner.milliseconds(profile.notBefore, "notBefore")
            try inner.milliseconds(profile.notAfter, "notAfter")
            try inner.text(profile.issuer, ["issuer"])
            try inner.text(profile.type.rawValue, ["type"], default: "")
            try inner.object(profile.attributes, "attributes")
            try inner.text(profile.sessionID, ["sessionId"])
        }
    }

    func agrees(_ decisions: [ResourceDecision]) throws(PropertyFailure) {
        let items = tree.items("decisions", of: "decision") ?? []
        try require(items.count == decisions.count, "decisions", "\(decisions.count) of \(items.count)")
        for (index, pair) in zip(decisions, items).enumerated() {
            let line = AnswerReadings(pair.1, "decisions[\(index)].")
            try line.text(pair.0.resource, ["resource"])
            try line.text(pair.0.serviceProvider, ["serviceProvider"])
            try line.text(pair.0.mvpd, ["mvpd"])
            try line.text(pair.0.source, ["source"])
            // What is no truth value permits nothing.
            try line.truth(pair.0.isAuthorized, ["authorized"], default: false)
            try line.milliseconds(pair.0.notBefore, "notBefore")
            try line.milliseconds(pair.0.notAfter, "notAfter")
            if let token = pair.0.token {
                guard let node = pair.1.child("token") else {
                    throw PropertyFailure("reads-what-stands-there", "a token of nothing")
                }
                let inner = AnswerReadings(node, "decisions[\(index)].token.")
                try inner.text(token.serializedToken, ["serializedToken"])
                try inner.milliseconds(token.notBefore, "notBefore")
                try inner.milliseconds(token.notAfter, "notAfter")
            }
            if let error = pair.0.error {
                guard let node = pair.1.child("error") else {
                    throw PropertyFailure("reads-what-stands-there", "an error of nothing")
                }
                try AnswerReadings(node, "decisions[\(index)].error.").agrees(error)
            }
        }
    }

    func agrees(_ logouts: [ProfileLogout]) throws(PropertyFailure) {
        let members = try members(of: "logouts")
        try require(members.count == logouts.count, "logouts", "\(logouts.count) of \(members.count)")
        for logout in logouts {
            let inner = try reading(logout.mvpd, in: members, "logouts")
            try inner.text(logout.actionName.rawValue, ["actionName"])
            try inner.text(logout.actionType, ["actionType"])
            try inner.text(logout.url, ["url"])
        }
    }

    /// The members of a map, which only JSON has.
    private func members(of name: String) throws(PropertyFailure) -> [String: Any] {
        guard case .json(let value)? = tree.child(name), let members = value as? [String: Any] else {
            throw PropertyFailure("reads-what-stands-there", "\(name) of nothing")
        }
        return members
    }

    private func reading(
        _ key: String,
        in members: [String: Any],
        _ name: String
    ) throws(PropertyFailure) -> AnswerReadings {
        guard let value = members[key] else {
            throw PropertyFailure("reads-what-stands-there", "\(name).\(key) of nothing")
        }
        return AnswerReadings(.json(value), "\(name).\(key).")
    }
}
