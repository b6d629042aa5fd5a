public import Documents

extension Exchange {
    /// The known facts about how it was recorded; what is missing or is not what our recorder writes is passed over.
    public var notes: RecorderNotes {
        recorderNotes ?? RecorderNotes(otherExtras, durationMicroseconds: durationMicroseconds)
    }

    /// The content of its HAR entry beside what follows from the exchange, for an export that loses nothing; nil for
    /// nothing.
    ///
    /// Notes that stand in it as our recorder writes them are kept as values; the JSON is made of them where it is
    /// asked for.
    public var harExtras: JSONObject? {
        get {
            guard let recorderNotes else { return otherExtras }
            return recorderNotes.added(to: otherExtras, durationMicroseconds: durationMicroseconds)
        }
        set {
            let areWritten = recorderNotes == nil && otherExtras?[RecorderNotes.key] != nil
            otherExtras = newValue
            recorderNotes = nil
            if areWritten { return }
            guard let newValue, newValue[RecorderNotes.key] != nil else { return }
            let notes = RecorderNotes(newValue, durationMicroseconds: durationMicroseconds)
            let rest = notes.removed(from: newValue, durationMicroseconds: durationMicroseconds)
            guard notes.added(to: rest, durationMicroseconds: durationMicroseconds) == newValue else { return }
            otherExtras = rest
            recorderNotes = notes
        }
    }
}

extension Exchange {
    /// The exchange with its notes as JSON for good, for who asks for ``harExtras`` several times, as redaction and the store do.
    public var withNotesWritten: Exchange {
        guard recorderNotes != nil else { return self }
        var copy = self
        copy.recorderNotes = nil
        copy.otherExtras = harExtras
        return copy
    }
}

extension RecorderNotes {
    /// The notes in an ``Exchange/harExtras``.
    ///
    /// A HAR from elsewhere may hold anything there: what is not understood says nothing.
    ///
    /// - Parameters:
    ///   - entry: what the HAR entry held beside the exchange.
    ///   - durationMicroseconds: the exchange's duration.
    init(_ entry: JSONObject?, durationMicroseconds: Int64) {
        guard let entry else { return }
        serverAddress = entry["serverIPAddress"]?.string
        serverConnection = entry["connection"]?.string
        timings = (entry["timings"]?.object).map {
            let derived = HAREntry.timings(microseconds: durationMicroseconds).object ?? JSONObject()
            return ExchangeTimings(HARExtras.merge($0, into: derived))
        }
        guard let own = entry[Self.key]?.object else { return }
        clientConnection = own["clientConnection"]?.count.flatMap(Int.init(exactly:))
        isIntercepted = own["isIntercepted"]?.bool ?? false
        switch ExactText(own["certificate"]?.string) {
        case "verified": isCertificateVerified = true
        case "unverified": isCertificateVerified = false
        default: break
        }
        isInFlight = own["inFlight"]?.bool ?? false
        interruption = own["interrupted"]?.string
        upgrade = own["upgrade"]?.string
        informational = (own["informational"]?.array ?? []).compactMap { answer in
            guard let status = answer["status"]?.count, (100...199).contains(status) else { return nil }
            return InformationalAnswer(
                status: Int(status),
                reason: answer["reason"]?.string ?? "",
                headers: HeaderFields(pairs: answer["headers"])
            )
        }
        forwardedRequest = HeaderFields(pairs: own["requestForwarded"]?["headers"])
        forwardedResponse = HeaderFields(pairs: own["responseForwarded"]?["headers"])
        requestBody = BodyNotes(own, named: "request")
        responseBody = BodyNotes(own, named: "response")
    }
}

extension BodyNotes {
    fileprivate init(_ own: JSONObject, named name: String) {
        if let object = own[name + "Body"]?.object, let shortfall = BodyShortfall(object) {
            self.shortfall = shortfall
            bytes = object["bytes"]?.count
        }
        pieces = (own[name + "Pieces"]?.array ?? []).compactMap { piece in
            guard case .array(let numbers) = piece, numbers.count == 2, let microseconds = numbers[0].count,
                let bytes = numbers[1].count.flatMap(Int.init(exactly:))
            else { return nil }
            return BodyPiece(microseconds: microseconds, bytes: bytes)
        }
        omittedPieces = own[name + "PiecesOmitted"]?.count.flatMap(Int.init(exactly:)) ?? 0
        trailers = HeaderFields(pairs: own[name + "Trailers"])
    }
}

extension BodyShortfall {
    fileprivate init?(_ object: JSONObject) {
        switch ExactText(object["cut"]?.string) {
        case "limit": self = .limit
        case "memory": self = .memory
        case "decodedLimit": self = .decodedLimit
        case "truncated": self = .truncated
        case "coding": self = .coding(object["coding"]?.string ?? "")
        case "damaged": self = .damaged
        default: return nil
        }
    }
}

extension ExchangeTimings {
    /// Reads the object: where HAR has -1 or nothing, nothing is known.
    fileprivate init(_ object: JSONObject) {
        func phase(_ key: String) -> Int64? {
            guard let value = object[key], value != .null else { return nil }
            return HAREntry.microseconds(value)
        }
        self.init(
            connect: phase("connect"),
            ssl: phase("ssl"),
            send: phase("send") ?? 0,
            wait: phase("wait") ?? 0,
            receive: phase("receive") ?? 0
        )
        blocked = phase("blocked")
        dns = phase("dns")
    }
}

extension JSONValue {
    /// The number, if it is one that counts something: 0 to 2^53.
    ///
    /// No recorder counts further, and other tools cannot write more exactly. So counts can be added without a look at
    /// how large they are.
    fileprivate var count: Int64? {
        guard let value = number?.int64, (0...(1 << 53)).contains(value) else { return nil }
        return value
    }
}

extension HeaderFields {
    /// The names and values of an array of objects; others are passed over.
    fileprivate init(pairs: JSONValue?) {
        self = (pairs?.array ?? []).compactMap { pair in
            guard let name = pair["name"]?.string, let value = pair["value"]?.string else { return nil }
            return HeaderField(name, value)
        }
    }
}
