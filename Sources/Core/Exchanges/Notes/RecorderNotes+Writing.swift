package import Documents

extension RecorderNotes {
    /// Returns the rest of a HAR entry with the notes where the import of an exported HAR would have them.
    package func added(to rest: JSONObject?, durationMicroseconds: Int64) -> JSONObject? {
        var members = rest?.members ?? []
        // What follows from the times comes last, and then what is absent.
        let later = members.firstIndex { Self.laterKeys.contains(exactly: $0.key) } ?? members.endIndex
        members.insert(contentsOf: entryMembers, at: later)
        if let timings = timingsMember(durationMicroseconds) {
            let end = members.lastIndex { $0.$key == HARExtras.absentKey } ?? members.endIndex
            members.insert(timings, at: end)
        }
        return members.isEmpty ? nil : JSONObject(members)
    }

    /// The entry without the members that ``added(to:durationMicroseconds:)`` adds.
    func removed(from entry: JSONObject, durationMicroseconds: Int64) -> JSONObject? {
        var own = entryMembers.map(\.key)
        if timingsMember(durationMicroseconds) != nil { own.append("timings") }
        let rest = entry.members.filter { !own.contains(exactly: $0.key) }
        return rest.isEmpty ? nil : JSONObject(rest)
    }

    /// Members of an entry that stand behind the notes.
    package static let laterKeys = ["cache", "timings", HARExtras.absentKey]

    private var entryMembers: [JSONMember] {
        var entry: [JSONMember] = []
        if let serverAddress { entry.append(JSONMember("serverIPAddress", .string(serverAddress))) }
        if let serverConnection { entry.append(JSONMember("connection", .string(serverConnection))) }
        let own = ownMembers
        if !own.isEmpty { entry.append(JSONMember(Self.key, .object(JSONObject(own)))) }
        return entry
    }

    private func timingsMember(_ durationMicroseconds: Int64) -> JSONMember? {
        guard let timings else { return nil }
        // Made for every exchange several times: what follows from the duration alone is not even written as JSON.
        let derived = ExchangeTimings(send: 0, wait: durationMicroseconds, receive: 0)
        guard timings != derived else { return nil }
        let own = zip(timings.phases.prefix(3), derived.phases).filter { $0.microseconds != $1.microseconds }.map(\.0)
        let members = own + timings.phases.dropFirst(3)
        guard !members.isEmpty else { return nil }
        let object = members.map { JSONMember($0.name, .number(HAREntry.milliseconds($0.microseconds))) }
        return JSONMember("timings", .object(JSONObject(object)))
    }

    private var ownMembers: [JSONMember] {
        var members: [JSONMember] = []
        if let clientConnection {
            members.append(JSONMember("clientConnection", .number(JSONNumber(clientConnection))))
        }
        if isIntercepted { members.append(JSONMember("isIntercepted", .bool(true))) }
        if let isCertificateVerified {
            members.append(JSONMember("certificate", .string(isCertificateVerified ? "verified" : "unverified")))
        }
        if isInFlight { members.append(JSONMember("inFlight", .bool(true))) }
        if let interruption { members.append(JSONMember("interrupted", .string(interruption))) }
        if let upgrade { members.append(JSONMember("upgrade", .string(upgrade))) }
        if !informational.isEmpty {
            let answers = informational.map { answer in
                var object: JSONObject = ["status": .number(JSONNumber(answer.status))]
                if !answer.reason.isEmpty { object["reason"] = .string(answer.reason) }
                object["headers"] = HARFields.value(of: answer.headers)
                return JSONValue.object(object)
            }
            members.append(JSONMember("informational", .array(answers)))
        }
        // Under `headers`, as everywhere: what looks for secrets looks there.
        for (name, fields) in [("requestForwarded", forwardedRequest), ("responseForwarded", forwardedResponse)]
        where !fields.isEmpty {
            members.append(JSONMember(name, .object(["headers": HARFields.value(of: fields)])))
        }
        requestBody.append(to: &members, named: "request")
        responseBody.append(to: &members, named: "response")
        return members
    }
}

extension BodyNotes {
    fileprivate func append(to members: inout [JSONMember], named name: String) {
        if let shortfall {
            var object: JSONObject = ["cut": .string(shortfall.word)]
            if case .coding(let coding) = shortfall { object["coding"] = .string(coding) }
            if let bytes { object["bytes"] = .number(JSONNumber(bytes)) }
            members.append(JSONMember(name + "Body", .object(object)))
        }
        if !pieces.isEmpty {
            let values = pieces.map {
                JSONValue.array([.number(JSONNumber($0.microseconds)), .number(JSONNumber($0.bytes))])
            }
            members.append(JSONMember(name + "Pieces", .array(values)))
        }
        if omittedPieces > 0 {
            members.append(JSONMember(name + "PiecesOmitted", .number(JSONNumber(omittedPieces))))
        }
        if !trailers.isEmpty { members.append(JSONMember(name + "Trailers", HARFields.value(of: trailers))) }
    }
}

extension BodyShortfall {
    /// The word for it in a recording.
    var word: String {
        switch self {
        case .limit: "limit"
        case .memory: "memory"
        case .decodedLimit: "decodedLimit"
        case .truncated: "truncated"
        case .coding: "coding"
        case .damaged: "damaged"
        }
    }
}

extension ExchangeTimings {
    /// Those that are known, by HAR's names, in the order in which an export has them.
    fileprivate var phases: [(name: String, microseconds: Int64)] {
        var phases = [(name: "send", microseconds: send), (name: "wait", microseconds: wait)]
        phases.append((name: "receive", microseconds: receive))
        for (name, value) in [("blocked", blocked), ("dns", dns), ("connect", connect), ("ssl", ssl)] {
            if let value { phases.append((name: name, microseconds: value)) }
        }
        return phases
    }
}
