import Documents
import Tokens
import VirtualTime

extension Inspector {
    /// A JSON web token's header, claims and times, or what a compact signature holds in place of claims.
    func readWebToken(_ text: String, into result: inout Inspection, depth: Int) {
        result.kind = .jsonWebToken
        do throws(JSONWebTokenError) {
            let signed = try JSONWebSignature(compact: text)
            for member in signed.unverifiedHeader.members { result.add("header.\(member.key)", member.value) }
            if signed.unverifiedPayload == nil || signed.isUnencoded {
                result.kind = .jsonWebSignature
                describePayload(signed, &result)
                result.diagnostics += signed.diagnostics
            } else if signed.holdsToken {
                result.diagnostics += signed.diagnostics
                let payload = signed.unverifiedPayload ?? []
                look(into: payload, at: "payload", called: "payload", of: &result, depth: depth)
            } else {
                let token = try JSONWebToken(parsing: text)
                for member in token.unverifiedClaims.members {
                    result.add(member.key, member.value, reading: claimReading(member.key, member.value))
                }
                result.validity = token.validity
                result.diagnostics += token.diagnostics
            }
            result.add(.signatureBytes, signed.signature.count, reading: .remark(.notVerified))
        } catch {
            result.refusal = .error("bad-jwt", error)
        }
    }

    private func describePayload(_ signed: JSONWebSignature, _ result: inout Inspection) {
        guard let payload = signed.unverifiedPayload else {
            return result.diagnostics.append(.note("detached-payload"))
        }
        result.add(.payload, String(decoding: payload, as: UTF8.self))
        result.diagnostics.append(.note("unencoded-payload"))
    }

    private func claimReading(_ name: String, _ value: JSONValue) -> InspectedField.Reading? {
        let isTime = ["iat", "nbf", "exp", "auth_time"].contains(exactly: name)
        guard isTime, let number = value.number else { return nil }
        return Instant(numericDate: number).map { .instant($0) }
    }

    /// The header of each signature of a JSON serialization (RFC 7515 §7.2), evaluated as a compact one's, and the
    /// payload.
    func readSignatures(of object: JSONObject, into result: inout Inspection, depth: Int) {
        let payload = object["payload"]?.string
        let elements = object["signatures"]?.array
        var decoded: [UInt8]?
        for (index, element) in (elements ?? [.object(object)]).enumerated() {
            guard result.diagnostics.count < limits.fields else { break }
            let place = elements == nil ? "" : "signatures[\(index)]"
            guard let members = element.object else {
                diagnostic(.suspicious("bad-jws", place), &result)
                continue
            }
            do throws(JSONWebTokenError) {
                // All of them sign the same.
                let signed = try JSONWebSignature(members: members, payload: index == 0 ? payload : nil)
                // What is not protected stands in the document as it is, and is listed with it.
                for member in signed.unverifiedProtected.members where roomForFields(in: result) > 0 {
                    let label = "protected.\(member.key)"
                    result.add(place.isEmpty ? label : FieldPath.joining(place, label), member.value)
                }
                for found in signed.diagnostics { diagnostic(found.of(place), as: found.weight, &result) }
                if !signed.isUnencoded { decoded = signed.unverifiedPayload ?? decoded }
            } catch {
                diagnostic(Diagnostic.error("bad-jws", error).of(place), &result)
            }
        }
        if payload == nil { diagnostic(.note("detached-payload"), as: .note, &result) }
        lookIntoPayload(decoded ?? [], of: &result, depth: depth)
    }

    /// Inspects what was signed, which may be anything.
    private func lookIntoPayload(_ payload: [UInt8], of result: inout Inspection, depth: Int) {
        guard !payload.isEmpty, mayLook(&result) else { return }
        guard depth < limits.depth else { return diagnosticDepth("payload", &result) }
        let part = inspect(payload, depth: depth + 1)
        if part.kind != .unknown { append(part, called: "payload", to: &result) }
    }
}
