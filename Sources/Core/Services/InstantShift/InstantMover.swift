import Documents
import Exchanges
import PassAPI
import VirtualTime

/// Moves the instants of one response, and notes what becomes of its signatures.
///
/// Every function answers the changes of the text that it was given: those of a text inside another become changes of
/// that one, layer by layer, so that nothing else is written anew.
struct InstantMover {
    let shift: InstantShift
    let signer: TokenSigner?
    /// When the response was sent; nil where what no document states is to stay.
    let sent: Instant?
    /// The places of what no document states to be an instant, and was moved.
    var movedPlaces: [InstantShift.Place] = []
    /// The place that is being looked at.
    var place = InstantShift.Place.body(field: "")
    private(set) var signatures: [InstantShift.BrokenSignature] = []
    private(set) var exceptions: [InstantShift.Exception] = []

    init(_ shift: InstantShift, signer: TokenSigner?, sentAt sent: Instant? = nil) {
        self.shift = shift
        self.sent = sent
        self.signer = signer
    }

    /// The response with every instant moved.
    mutating func moved(_ response: HTTPResponse, of kind: ExchangeKind) -> HTTPResponse {
        var moved = response
        for index in moved.headers.indices {
            guard let header = HeldInstants(in: moved.headers[index]) else { continue }
            place = .header(moved.headers[index].name)
            let value = Array(moved.headers[index].value.utf8)
            let edits = instants(header, in: value, isOfAdobe: kind.isOfAdobe)
            if !edits.isEmpty {
                moved.headers[index].value = String(decoding: value.applying(edits), as: UTF8.self)
            }
        }
        guard let body = response.body, !body.isEmpty else { return moved }
        place = .body(field: "")
        let edits = self.body(body, of: kind)
        guard !edits.isEmpty else { return moved }
        let changed = body.applying(edits)
        moved.body = changed
        for index in moved.headers.indices {
            let field = moved.headers[index]
            // One that was another's, as of a body that traveled compressed, stays.
            if field.isNamed("Content-Length"), field.$value == String(body.count) {
                moved.headers[index].value = String(changed.count)
            } else if Self.digests.contains(where: field.isNamed) {
                place = .header(field.name)
                signatureBroke(.bodyDigest)
            }
        }
        return moved
    }

    /// RFC 1864, RFC 3230, RFC 9530, RFC 9421.
    private static let digests = ["Content-MD5", "Digest", "Content-Digest", "Repr-Digest", "Signature"]

    /// The instant at `range` of `text`, moved.
    mutating func instant(_ text: [UInt8], _ range: Range<Int>, _ form: InstantText.Form) -> [ByteEdit] {
        switch InstantText.move(text, range, form, by: shift.wholeSeconds) {
        case .moved(let edits, let isPlain):
            if !isPlain { except(text, range, .becameSentinel) }
            return edits
        case .stays: break
        case .unreadable: except(text, range, .unreadable)
        case .unrepresentable: except(text, range, .notRepresentable)
        }
        return []
    }

    /// Notes an instant that is an exception.
    mutating func except(_ text: [UInt8], _ range: Range<Int>, _ reason: InstantShift.Exception.Reason) {
        let text = String(decoding: text[range].prefix(WrittenDate.maximumBytes), as: UTF8.self)
        exceptions.append(InstantShift.Exception(place: place, text: text, reason: reason))
    }

    /// Notes a signature over what has changed.
    mutating func signatureBroke(_ kind: InstantShift.BrokenSignature.Kind, isSignedAgain: Bool = false) {
        signatures.append(
            InstantShift.BrokenSignature(kind: kind, place: place, isSignedAgain: isSignedAgain)
        )
    }
}
