import Documents
import Tokens
import VirtualTime

/// Peels off transport encodings and tells what is inside.
struct Inspector {
    let instant: Instant
    let limits: InspectionLimits

    /// Inspects `bytes`; `depth` counts the things they stand in, themselves included.
    ///
    /// `outer` is the encoding that they were just taken out of, where that was not done here.
    func inspect(_ bytes: [UInt8], depth: Int, inside outer: TransportLayer? = nil) -> Inspection {
        var result = Inspection(at: instant)
        guard bytes.count <= limits.totalBytes else {
            return refuse(&result, .suspicious("too-long", "\(limits.totalBytes)"))
        }
        var content = bytes
        var sentSAML: [UInt8]?
        var mayBeRequest = false
        while true {
            switch step(content, &result) {
            case .peeled(let layer, let inner):
                if layer == .parameter("SAMLResponse") {
                    sentSAML = PercentEncoding.decodeStrictly(inner[...])
                }
                if layer == .parameter("SAMLRequest") { mayBeRequest = true }
                guard result.layers.count < limits.layers else {
                    return refuse(&result, .suspicious("too-many-layers", "\(limits.layers)"))
                }
                diagnoseRepetition(of: layer, inside: result.layers.last ?? outer, &result)
                result.layers.append(layer)
                content = inner
            case .refused(let reason): return refuse(&result, reason)
            case .content(let content):
                read(content, into: &result, depth: depth)
                if let sentSAML { diagnoseTransport(ofSAML: sentSAML, &result) }
                if mayBeRequest { expectRequest(&result) }
                return finished(result)
            }
        }
    }

    /// The inspection with no more fields and parts than are shown.
    func finished(_ inspection: Inspection) -> Inspection {
        var result = inspection
        cutFields(&result)
        cutParts(&result)
        result.looks = 0
        return result
    }

    private func refuse(_ result: inout Inspection, _ reason: Diagnostic) -> Inspection {
        result.refusal = reason
        return result
    }

    private func diagnoseRepetition(
        of layer: TransportLayer,
        inside outer: TransportLayer?,
        _ result: inout Inspection
    ) {
        // A form's encoding is percent-encoding, too.
        let isPercent = layer == .percent || layer == .form
        guard let outer, outer == layer || isPercent && (outer == .percent || outer == .form) else { return }
        var diagnostic = Diagnostic.note("encoded-twice", layer.name, outer.name)
        // What was percent-encoded twice is what the cookbook warns of (row K-61).
        if isPercent { diagnostic.weight = .suspicious }
        result.diagnostics.append(diagnostic)
    }

    /// Says how a `SAMLResponse` was sent otherwise than the cookbook's pipeline does; what was encoded twice shows already.
    func diagnoseTransport(ofSAML value: [UInt8], _ result: inout Inspection) {
        guard result.kind == .samlResponse else { return }
        for fault in SAMLTransportFault.all(in: String(decoding: value, as: UTF8.self)) {
            switch fault {
            case .encodedTwice: break
            case .wrappedBase64: result.diagnostics.append(.suspicious("wrapped-base64"))
            case .notNormalized: result.diagnostics.append(.suspicious("saml-not-normalized"))
            }
        }
    }

    /// Says less of a request that stands where one belongs, in a field `SAMLRequest`.
    func expectRequest(_ result: inout Inspection) {
        guard let index = result.diagnostics.firstIndex(where: { ExactText($0.name) == "not-a-response" }) else {
            return
        }
        result.diagnostics[index].weight = .note
    }

    private func cutFields(_ result: inout Inspection) {
        guard result.fields.count > limits.fields else { return }
        result.diagnostics.append(.note("fields-left-out", "\(limits.fields)"))
        result.fields.removeLast(result.fields.count - limits.fields)
    }

    private func cutParts(_ result: inout Inspection) {
        guard result.looks > limits.fields else { return }
        result.diagnostics.append(.suspicious("parts-left-out", "\(limits.fields)"))
        result.parts.removeLast(max(0, result.parts.count - limits.fields))
    }

    /// The content that is left when there is no layer to decode any more.
    enum Content {
        case markup([UInt8])
        case json([UInt8])
        case date(TokenDate)
        case webToken(String)
        case form([UInt8])
        case message(MessageText)
        /// The id behind `fingerprint` (rest-api-v2.md §3.2).
        case deviceIdentifier([UInt8])
    }

    enum Step {
        case peeled(TransportLayer, [UInt8])
        case refused(Diagnostic)
        case content(Content)

        static func refused(_ name: String, as sentence: String? = nil, _ value: String? = nil) -> Step {
            .refused(value.map { .suspicious(name, as: sentence, $0) } ?? .suspicious(name, as: sentence))
        }
    }

    private func read(_ content: Content, into result: inout Inspection, depth: Int) {
        switch content {
        case .markup(let bytes): readMarkup(bytes, into: &result, depth: depth)
        case .json(let bytes): readJSON(bytes, into: &result, depth: depth)
        case .date(let date): readDate(date, into: &result)
        case .webToken(let text): readWebToken(text, into: &result, depth: depth)
        case .form(let bytes):
            result.kind = .form
            readPairs(bytes, into: &result, depth: depth)
        case .message(let message): readMessage(message, into: &result, depth: depth)
        case .deviceIdentifier(let id): readDeviceIdentifier(id, into: &result)
        }
    }

    /// An id as text, or the bytes of a hash in hexadecimal.
    private func readDeviceIdentifier(_ id: [UInt8], into result: inout Inspection) {
        result.kind = .deviceIdentifier
        let text = id.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ? String(validating: id, as: UTF8.self) : nil
        result.add(text == nil ? "bytes" : "id", text ?? Hexadecimal.text(of: id))
    }

    private func readDate(_ date: TokenDate, into result: inout Inspection) {
        result.kind = .date
        result.add(.date, date.text, reading: date.reading)
        guard date.reading != nil else {
            result.diagnostics.append(.suspicious("beyond-9999"))
            return
        }
        let milliseconds = date.instant.millisecondsSince1970
        result.fields.append(InspectedField(.millisecondsSince1970, .number(milliseconds)))
        if date.form == .milliseconds, looksLikeSeconds(milliseconds) {
            let instant = Instant(secondsSince1970: milliseconds)
            result.diagnostics.append(.note("seconds", "\(instant)"))
        }
    }
}

extension TokenDate {
    /// The instant that it means; nil for a number that stands for none: it is kept as the last there is.
    var reading: InspectedField.Reading? { instant == .distantFuture ? nil : .instant(instant) }
}
