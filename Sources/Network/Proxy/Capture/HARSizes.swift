import Documents
import Exchanges

/// The sizes of an exchange's bodies as HAR has them, where they do not follow from what is recorded: a body that was
/// compressed, cut or left out.
struct HARSizes {
    private var members: [JSONMember] = []

    /// Sizes of an exchange whose bodies had so many bytes on their way, before content decoding.
    init(_ request: HTTPRequest, _ requestBytes: Int64, _ outcome: Exchange.Outcome, _ responseBytes: Int64) {
        if requestBytes != Int64(request.body?.count ?? 0) {
            members.append(JSONMember("request", .object(["bodySize": .number(JSONNumber(requestBytes))])))
        }
        guard case .response(let response) = outcome else { return }
        let recorded = Int64(response.body?.count ?? 0)
        let isCoded = response.headers.contains { $0.isNamed("Content-Encoding") }
        var sizes = JSONObject()
        // What a coded body decodes to is known only if it was decoded.
        if !isCoded, responseBytes != recorded {
            sizes["content"] = .object(["size": .number(JSONNumber(responseBytes))])
        }
        // An export says of a coded body that its size is not known.
        if isCoded || responseBytes != recorded { sizes["bodySize"] = .number(JSONNumber(responseBytes)) }
        if !sizes.members.isEmpty { members.append(JSONMember("response", .object(sizes))) }
    }

    /// The members of an entry that say so; nil if there are none.
    var entry: JSONObject? { members.isEmpty ? nil : JSONObject(members) }
}
