import PassAPI
import VirtualTime

/// A request on its way through the simulated service.
struct Call {
    let request: PassRequest
    /// The connection of the client that makes it.
    let connection: ClientConnection
    /// The instant of its arrival, in true time.
    let now: Instant
    /// The instant of its arrival by the server's clock, by which everything is evaluated.
    let time: Instant

    /// The first of these parameters that is there and not empty.
    func value(_ names: String...) -> String? {
        for name in names {
            if let value = request[name], !value.isEmpty { return value }
        }
        return nil
    }

    /// The requestor, whichever of its names the operation uses.
    var requestor: String? { value("requestor", "requestor_id") }

    /// The device, or the browser in its place.
    var device: String? { request.deviceID }
}

/// An answer that ends a call early.
struct RefusedCall: Error {
    let response: PassResponse

    init(_ response: PassResponse) { self.response = response }
}

extension SimulatedService {
    /// The value of a parameter that must be there.
    ///
    /// Throws: 400 with the documented message (rest-api-v1.md §6.1).
    mutating func required(_ name: String, of call: Call) throws(RefusedCall) -> String {
        guard let value = call.value(name) else { throw missing(name) }
        return value
    }

    /// 400 for a parameter that is not there.
    mutating func missing(_ name: String) -> RefusedCall {
        let code: String? =
            switch name {
            case "requestor", "requestor_id": "invalid_requestor"
            case "deviceId", "device_id": "invalid_device_id"
            case "resource", "resource_id": "missing_resource"
            default: nil
            }
        return RefusedCall(failure(400, "Required '\(name)' is not present", code: code))
    }

    /// The requestor, which must be known.
    mutating func knownRequestor(_ name: String, of call: Call) throws(RefusedCall) -> String {
        let requestor = try required(name, of: call)
        guard directory.requestor(requestor) != nil else {
            throw RefusedCall(failure(400, "Bad Request", details: "unknown requestor", code: "invalid_requestor"))
        }
        return requestor
    }
}
