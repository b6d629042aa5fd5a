import Exchanges
import NIOCore

/// A body in the making: its beginning, how long it is, and the pieces it came in.
struct BodyBuilder {
    /// The bytes that are kept, before content decoding.
    private var bytes: [UInt8] = []
    /// The number of bytes that have passed.
    private(set) var count: Int64 = 0
    private var pieces: [BodyPiece] = []
    private var omittedPieces = 0
    private let limit: Int
    private let budget: BodyBudget
    /// The room there is for `bytes`.
    private var grant: BodyBudget.Grant?
    /// True if there was no room for more.
    private var isOverBudget = false
    /// True if all of it has passed.
    var hasEnded = false
    /// The trailer fields that followed it.
    var trailers: HeaderFields = []

    /// Pieces that are noted one by one; those of an endless body are counted.
    static let maximumPieces = 1_000

    /// A body of which `limit` bytes are kept at most, as long as `budget` grants them.
    init(limit: Int, budget: BodyBudget) {
        self.limit = limit
        self.budget = budget
    }

    /// The number of bytes that are kept.
    var keptBytes: Int { bytes.count }

    /// Forgets what has come.
    mutating func clear() { self = BodyBuilder(limit: limit, budget: budget) }

    /// More of it has come, so many microseconds after the exchange's start.
    mutating func append(_ buffer: ByteBuffer, at microseconds: Int64) {
        let new = buffer.readableBytes
        guard new > 0 else { return }
        count += Int64(new)
        if pieces.count < Self.maximumPieces {
            pieces.append(BodyPiece(microseconds: microseconds, bytes: new))
        } else {
            omittedPieces += 1
        }
        let kept = min(new, limit - bytes.count)
        guard kept > 0, !isOverBudget else { return }
        let needed = bytes.count + kept
        let granted = grant?.bytes ?? 0
        if needed > granted {
            // Never more room than the limit: an array that grows by itself may take twice as much.
            let room = min(limit, max(needed, 2 * granted))
            let more = budget.grant(room - granted, beside: grant) ?? budget.grant(needed - granted, beside: grant)
            guard let more else { return isOverBudget = true }
            grant = more
            bytes.reserveCapacity(more.bytes)
        }
        // Copied, not kept as a buffer: a few bytes may hold on to a whole read of 64 KiB.
        bytes.append(contentsOf: buffer.readableBytesView.prefix(kept))
    }

    /// Checks whether the body is as long as its head states.
    private func isAsLong(as headers: HeaderFields) -> Bool {
        let lengths = headers.filter { $0.isNamed("Content-Length") }
        return !lengths.isEmpty && lengths.allSatisfy { Int64($0.value) == count }
    }

    /// The body as it is recorded, and what there is to say of it.
    ///
    /// With `keepsCoded` one whose coding cannot be undone stays as it came.
    func finished(_ headers: HeaderFields, keepsCoded: Bool = false) -> (body: [UInt8]?, notes: BodyNotes) {
        var notes = BodyNotes()
        notes.trailers = trailers
        if pieces.count > 1 {
            notes.pieces = pieces
            notes.omittedPieces = omittedPieces
        }
        var body: [UInt8]? = count == 0 ? nil : bytes
        if let whole = body {
            let codings = ContentCodings(headers)
            if !codings.isEmpty { (body, notes.shortfall) = codings.decode(whole, limit: limit) }
            if keepsCoded, case .coding = notes.shortfall { body = whole }
        }
        // What is missing on the wire is the reason for what is missing after decoding.
        switch notes.shortfall {
        case nil, .truncated?:
            if isOverBudget {
                notes.shortfall = .memory
            } else if count > Int64(limit) {
                notes.shortfall = .limit
            } else if !hasEnded, count > 0, !isAsLong(as: headers) {
                notes.shortfall = .truncated
            }
        case .limit?, .memory?, .decodedLimit?, .coding?, .damaged?: break
        }
        if notes.shortfall != nil { notes.bytes = count }
        return (body, notes)
    }
}
