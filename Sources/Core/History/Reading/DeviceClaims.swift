import Documents
import PassAPI

/// The ids of a recording that name devices, and the owners of its registration codes.
///
/// A browser that logs in with a device's code has no id of its own (rest-api-v1.md §6.2, §7.2, §7.3). Web pages that
/// are made of a device's library send one nevertheless, `dummy` or whatever comes to hand: such an id names no device,
/// unless a device uses it for what only devices do. A device without an id makes its first code under a placeholder,
/// too, and takes the `id` of that record for its own.
struct DeviceClaims {
    /// The ids with which a device does what only devices do.
    private var claimed: Set<ExactText> = []
    /// The owner of each code, by the call that made it, else by the record that was read.
    private var owners: [ExactText: String] = [:]
    /// The codes of ``owners``, in the order in which they are seen.
    private var codes: [String] = []
    /// The ids that devices took in place of what they had made a code with, by the ordinal of the call that made it.
    private var successors: [Int: String] = [:]
    /// Which ids are one installation's.
    private var aliases = DeviceAliases()

    init(_ calls: [HistoryCall]) {
        let sent = Set(calls.filter(\.isDevices).compactMap { $0.sentDevice.map { ExactText($0) } })
        for call in calls where call.request.operation == .createRegistrationCode {
            guard let id = call.sentDevice, let record = call.record else { continue }
            let hasMoved = ExactText(record.id) != id && sent.contains(ExactText(record.id))
            if hasMoved { successors[call.ordinal] = record.id }
            own(record.code, hasMoved ? record.id : id)
        }
        for call in calls {
            if let record = call.record, let id = record.deviceID { own(record.code, id) }
            // A session's code is its device's, which names itself in the call that begins it (rest-api-v2.md §3.1).
            if call.interface == .restV2, let code = call.response?.issuedCode, let id = call.sentDevice {
                own(code, id)
            }
        }
        for call in calls where call.isDevices && successors[call.ordinal] == nil {
            guard let id = call.sentDevice else { continue }
            let owner = call.isOfREST ? call.request.registrationCode.flatMap { owners[ExactText($0)] } : nil
            if owner.map({ ExactText($0) == id }) ?? true { claimed.insert(ExactText(id)) }
        }
        var clients = AccessTokenClients()
        for call in calls { clients.take(call.request, call.response) }
        aliases = DeviceAliases(
            calls.lazy.filter(\.isDevices).compactMap { [successors, claimed] call in
                guard let id = successors[call.ordinal] ?? call.sentDevice, claimed.contains(ExactText(id)) else {
                    return nil
                }
                return DeviceAliases.NamedCall(id, call.request, userAgent: call.userAgent, clients: clients)
            }
        )
    }

    private mutating func own(_ code: String, _ id: String) {
        guard owners[ExactText(code)] == nil else { return }
        owners[ExactText(code)] = id
        codes.append(code)
    }

    /// The id of the device that makes the call; nil where the call names none.
    func id(of call: HistoryCall) -> String? {
        if let successor = successors[call.ordinal] { return aliases.representative(of: successor) }
        guard let id = call.sentDevice, !call.request.isSecondScreen, claimed.contains(ExactText(id)) else {
            return nil
        }
        return aliases.representative(of: id)
    }

    /// The ids of the same installation besides `id`, in order of appearance.
    func otherIDs(of id: String) -> [String] {
        let group = aliases.groups.first { $0.contains { ExactText($0) == id } } ?? []
        return group.filter { ExactText($0) != id }
    }

    /// The id that the call sends and that does not say whose it is; nil if there is none.
    func placeholder(of call: HistoryCall) -> String? {
        guard let sent = call.sentDevice, id(of: call) == nil else { return nil }
        return sent
    }

    /// The codes of which the recording says whose they are, with their owners, in the order in which they are seen.
    var ownedCodes: [(code: String, id: String)] {
        codes.compactMap { code in owners[ExactText(code)].map { (code, aliases.representative(of: $0)) } }
    }
}

extension HistoryCall {
    /// The device id that it sends, whatever that is worth; nil if none, or an empty one.
    fileprivate var sentDevice: String? { request.lastingDeviceID }

    /// True if only a device makes such a call, and not the browser that logs in for it.
    fileprivate var isDevices: Bool {
        !request.isSecondScreen && request.operation.purpose != .providers
    }

    fileprivate var isOfREST: Bool { interface != .accessEnabler }

    /// The registration record that it brings.
    fileprivate var record: RegistrationRecord? {
        if case .registrationRecord(let record)? = response?.content { record } else { nil }
    }
}

extension RegistrationRecord {
    /// The id of the device that the code was made for: Base64 of its text (rest-api-v1.md §6.1); nil if it cannot be read.
    fileprivate var deviceID: String? {
        guard let text = info["deviceId"]?.string, let bytes = try? Base64.decode(text, padding: .optional),
            !bytes.isEmpty, bytes.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
