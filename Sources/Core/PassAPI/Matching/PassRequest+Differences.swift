import Documents
import Exchanges
import Tokens

extension PassRequest {
    /// The fields in which this request differs from a recorded one, in the specification's order.
    ///
    /// What only chooses a format or changes with every call is left out. Values are compared for what they mean:
    /// client information field by field in any order, a resource as ``MRSSResource``, a SAML response as normalized
    /// text, a signed Authorization header by who signed it. Requests for two operations differ in `operation` and
    /// nothing else.
    public func differences(from recorded: PassRequest) -> [FieldDifference] {
        differences(from: recorded) { Self.isOfProgram($0) }
    }

    /// The same without the client information, by which devices differ that do the same.
    package func differencesBesideDeviceInformation(from recorded: PassRequest) -> [FieldDifference] {
        differences(from: recorded) {
            Self.isOfProgram($0) || $0.$name == DeviceInformationField.wholeName
        }
    }

    private func differences(
        from recorded: PassRequest,
        _ isPassedOver: (Parameter) -> Bool
    ) -> [FieldDifference] {
        guard operation == recorded.operation else {
            return [
                FieldDifference(
                    "operation",
                    recorded: recorded.operation.rawValue,
                    replayed: operation.rawValue
                )
            ]
        }
        // Most requests carry what was recorded, and nothing has to be gone through by name.
        if carriesJust(recorded, isPassedOver) { return [] }
        let (old, new) = (recorded.valuesByName, valuesByName)
        return comparedNames(with: recorded).flatMap { name in
            isPassedOver(Parameter(name, ""))
                ? [] : Self.difference(in: name, recorded: old[name], replayed: new[name])
        }
    }

    /// Checks whether both carry the same in the same order, but for what is passed over: at least what tells which program
    /// speaks.
    private func carriesJust(_ other: PassRequest, _ isPassedOver: (Parameter) -> Bool) -> Bool {
        var theirs = other.parameters.makeIterator()
        func next() -> Parameter? {
            while let parameter = theirs.next() { if !isPassedOver(parameter) { return parameter } }
            return nil
        }
        for mine in parameters where !isPassedOver(mine) {
            guard let their = next(), mine.$name == their.$name, mine.$value == their.$value else { return false }
        }
        return next() == nil
    }

    /// Checks whether a parameter tells which program speaks, and at which host: that is no part of what is said.
    private static func isOfProgram(_ parameter: Parameter) -> Bool {
        parameter.$name == "User-Agent" || parameter.$name == "Host"
    }

    /// The names that matter in either request, known ones in the specification's order.
    func comparedNames(with other: PassRequest) -> [String] {
        let specification = operation.specification
        var names = specification.parameters.compactMap { known -> String? in
            switch known.role {
            case .identity, .carried: known.name
            case .formatOnly, .volatile: nil
            }
        }
        var present: Set<ExactText> = []
        for parameter in parameters + other.parameters where present.insert(ExactText(parameter.name)).inserted {
            if Self.isOfProgram(parameter) { continue }
            if specification.parameter(named: parameter.name) == nil { names.append(parameter.name) }
        }
        return names.filter { present.contains(ExactText($0)) }
    }

    /// The values of each parameter, in the order they stand.
    var valuesByName: ValuesByName {
        parameters.reduce(into: ValuesByName()) { $0.append($1.value, to: $1.name) }
    }

    static func difference(in name: String, recorded: [String], replayed: [String]) -> [FieldDifference] {
        if recorded.isExactly(replayed) { return [] }
        if ExactText(name) == "X-Device-Info", let recorded = recorded.first, let replayed = replayed.first,
            let old = DeviceInformation(decoding: recorded), let new = DeviceInformation(decoding: replayed)
        {
            return new.differences(from: old)
        }
        var (old, new) = (recorded.map { meaning(of: $0, in: name) }, replayed.map { meaning(of: $0, in: name) })
        // A decision for each, in whatever order (rest-api-v2.md §5.9).
        if ExactText(name) == ParameterSpecification.resources.name { (old, new) = (old.sorted(), new.sorted()) }
        if old.isExactly(new) { return [] }
        return [
            FieldDifference(
                name,
                recorded: recorded.isEmpty ? nil : recorded.joined(separator: ", "),
                replayed: replayed.isEmpty ? nil : replayed.joined(separator: ", ")
            )
        ]
    }

    /// Returns the part of a value that counts when it is compared.
    private static func meaning(of value: String, in name: String) -> String {
        switch ExactText(name) {
        case "resource", "resource_id", "resources":
            return MRSSResource(value).canonical
        case ExactText(PartnerFrameworkStatus.header):
            // Members may come in any order, the end as a number.
            return PartnerFrameworkStatus(decoding: value)?.headerValue ?? value
        case "SAMLResponse":
            // Encoded twice it is the same response, sent wrongly.
            let once = PercentEncoding.decodeStrictly(value).map { String(decoding: $0, as: UTF8.self) } ?? value
            guard let bytes = try? Base64.decode(once, padding: .optional, allowsWhitespace: true) else {
                return value
            }
            return SAMLNormalization.normalize(String(decoding: bytes, as: UTF8.self))
        case "Authorization":
            switch AuthorizationHeader(value) {
            case .bearer(let token): return "Bearer " + token
            case .signed(let signed):
                // Clients name any method and path, and the service checks neither (rest-api-v1.md §3.5).
                return [signed.requestor, signed.signatureMethod, signed.publicKey].joined(separator: " ")
            case .other: return value
            }
        default:
            return value
        }
    }
}

/// Texts by their name, in the order they stand.
struct ValuesByName {
    private var values: [ExactText: [String]] = [:]

    /// The texts of this name; none if there is no such name.
    subscript(name: String) -> [String] { values[ExactText(name)] ?? [] }

    mutating func append(_ value: String, to name: String) { values[ExactText(name), default: []].append(value) }
}

extension DeviceInformation {
    /// The fields in which this differs from recorded client information, by name, in the recorded order.
    ///
    /// Fields beyond those that are listed are compared as a whole, and told of last.
    func differences(from recorded: DeviceInformation) -> [FieldDifference] {
        let (old, new) = (recorded.valuesByName, valuesByName)
        var seen: Set<ExactText> = []
        var found: [FieldDifference] = []
        for field in recorded.fields + fields where seen.insert(field.$name).inserted {
            let (before, now) = (old[field.name].first, new[field.name].first)
            if ExactText(before) == ExactText(now) { continue }
            found.append(FieldDifference("X-Device-Info." + field.name, recorded: before, replayed: now))
        }
        let (before, now) = (recorded.furtherText, furtherText)
        if ExactText(before) != ExactText(now) {
            found.append(FieldDifference("X-Device-Info", recorded: before, replayed: now))
        }
        return found
    }

    /// The values of each field, in the order they stand.
    var valuesByName: ValuesByName {
        fields.reduce(into: ValuesByName()) { $0.append($1.value, to: $1.name) }
    }
}
