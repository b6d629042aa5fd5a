public import Documents

extension RecorderNotes {
    /// The name of the object that holds what HAR has no member for.
    public static let key = "_kinescope"

    /// The notes as ``Exchange/archiveEntry``; nil if they say nothing.
    ///
    /// They stand as the import of an exported HAR would leave them, so that an exchange comes back equal.
    public func archiveEntry(durationMicroseconds: Int64) -> JSONObject? {
        var entry: [JSONMember] = []
        if let serverAddress { entry.append(JSONMember("serverIPAddress", .string(serverAddress))) }
        if let serverConnection { entry.append(JSONMember("connection", .string(serverConnection))) }
        let own = ownMembers
        if !own.isEmpty { entry.append(JSONMember(Self.key, .object(JSONObject(own)))) }
        if let timings {
            let derived = ArchiveEntry.timings(microseconds: durationMicroseconds).object ?? JSONObject()
            let rest = ArchiveResidue.difference(of: timings.object, from: derived)
            if !rest.members.isEmpty { entry.append(JSONMember("timings", .object(rest))) }
        }
        return entry.isEmpty ? nil : JSONObject(entry)
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
                object["headers"] = ArchiveFields.value(of: answer.headers)
                return JSONValue.object(object)
            }
            members.append(JSONMember("informational", .array(answers)))
        }
        // Under `headers`, as everywhere: what looks for secrets looks there.
        for (name, fields) in [("requestForwarded", forwardedRequest), ("responseForwarded", forwardedResponse)]
        where !fields.isEmpty {
            members.append(JSONMember(name, .object(["headers": ArchiveFields.value(of: fields)])))
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
        if !trailers.isEmpty { members.append(JSONMember(name + "Trailers", ArchiveFields.value(of: trailers))) }
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
    /// As HAR writes them, in milliseconds; in the order in which an export has them.
    var object: JSONObject {
        var members = [("send", send), ("wait", wait), ("receive", receive)]
        for (key, value) in [("blocked", blocked), ("dns", dns), ("connect", connect), ("ssl", ssl)] {
            if let value { members.append((key, value)) }
        }
        return JSONObject(members.map { JSONMember($0.0, .number(ArchiveEntry.milliseconds($0.1))) })
    }
}
