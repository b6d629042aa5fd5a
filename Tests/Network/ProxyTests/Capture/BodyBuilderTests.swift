import Exchanges
import NIOCore
import Testing

@testable import Proxy

@Suite struct BodyDraftTests {
    private let budget = BodyBudget(limit: 1 << 20)

    private func body(_ pieces: [String], limit: Int = 100, hasEnded: Bool = true) -> BodyBuilder {
        var body = BodyBuilder(limit: limit, budget: budget)
        for (index, piece) in pieces.enumerated() { body.append(ByteBuffer(string: piece), at: Int64(index) * 10) }
        body.hasEnded = hasEnded
        return body
    }

    @Test("A body is its pieces one after the other, and each is noted")
    func pieces() {
        let (bytes, notes) = body(["kite", " ", "", "tv"]).finished([])
        #expect(bytes == Array("kite tv".utf8))
        #expect(
            notes.pieces == [
                BodyPiece(microseconds: 0, bytes: 4), BodyPiece(microseconds: 10, bytes: 1),
                BodyPiece(microseconds: 30, bytes: 2),
            ]
        )
        #expect(notes.shortfall == nil && notes.bytes == nil)
    }

    @Test("One piece is not worth a note, and no piece is no body")
    func few() {
        #expect(body(["kite"]).finished([]).notes == BodyNotes())
        #expect(body([]).finished([]).body == nil)
        #expect(body([], hasEnded: false).finished([]).notes == BodyNotes())
    }

    @Test("What is longer than the limit is cut there, and counted on")
    func limit() {
        let (whole, none) = body(["12345", "67890"], limit: 10).finished([])
        #expect(whole?.count == 10)
        #expect(none.shortfall == nil)
        let (cut, notes) = body(["12345", "678901", "2"], limit: 10).finished([])
        #expect(cut == Array("1234567890".utf8))
        #expect(notes.shortfall == .limit)
        #expect(notes.bytes == 12)
    }

    @Test("However much passes, no more than the limit is kept")
    func memory() {
        var body = BodyBuilder(limit: 100_000, budget: budget)
        let piece = ByteBuffer(repeating: 7, count: 65_536)
        for index in 0..<16_384 { body.append(piece, at: Int64(index)) }
        #expect(body.count == 1 << 30)
        let (bytes, notes) = body.finished([])
        #expect(bytes?.count == 100_000)
        #expect((bytes?.capacity ?? 0) < 110_000)
        #expect(notes.bytes == 1 << 30)
        #expect(notes.pieces.count == BodyBuilder.maximumPieces)
        #expect(notes.omittedPieces == 16_384 - BodyBuilder.maximumPieces)
    }

    @Test("A body in a coding that cannot be undone is left out, or kept as it came where secrets are kept")
    func unknownCoding() {
        for name in ["br", "zstd", "gzip, br"] {
            let headers = [HeaderField("Content-Encoding", name)]
            let (none, notes) = body(["coded"]).finished(headers)
            #expect(none == nil)
            #expect(notes.shortfall == .coding(name == "gzip, br" ? "br" : name) && notes.bytes == 5)
            let (kept, same) = body(["coded"]).finished(headers, keepsCoded: true)
            #expect(kept == Array("coded".utf8))
            #expect(same == notes)
        }
    }

    @Test("A body that broke off is marked, decoded or not")
    func truncated() {
        let (bytes, notes) = body(["kit"], hasEnded: false).finished([])
        #expect(bytes == Array("kit".utf8))
        #expect(notes.shortfall == .truncated)
        #expect(notes.bytes == 3)
    }

    @Test("A body of which as much came as its length says is whole, though its end was not waited for")
    func lengthReached() {
        for (lengths, shortfall) in [(["3"], nil), (["4"], .truncated), (["3", "4"], .truncated), (["x"], .truncated)]
            as [([String], BodyShortfall?)]
        {
            let headers = lengths.map { HeaderField("content-length", $0) }
            let (bytes, notes) = body(["kit"], hasEnded: false).finished(headers)
            #expect(bytes == Array("kit".utf8))
            #expect(notes.shortfall == shortfall)
        }
    }

    @Test("A coded body is cut before it is decoded, and the cut is what is told")
    func coded() {
        var body = BodyBuilder(limit: 60, budget: budget)
        body.append(ByteBuffer(bytes: Coded.gzip), at: 0)
        body.hasEnded = true
        let (bytes, notes) = body.finished([HeaderField("Content-Encoding", "gzip")])
        #expect(bytes.map { !$0.isEmpty && Coded.text.starts(with: $0) } == true)
        #expect(notes.shortfall == .limit)
        #expect(notes.bytes == Int64(Coded.gzip.count))
    }

    @Test("A body keeps nothing more once all bodies together hold what they may, and says so")
    func overBudget() {
        let budget = BodyBudget(limit: 10)
        var first = BodyBuilder(limit: 100, budget: budget)
        var second = BodyBuilder(limit: 100, budget: budget)
        first.append(ByteBuffer(string: "123456"), at: 0)
        second.append(ByteBuffer(string: "1234"), at: 0)
        #expect(budget.used == 10)
        second.append(ByteBuffer(string: "5"), at: 1)
        // A hole in the middle would be worse than a cut.
        first = BodyBuilder(limit: 100, budget: budget)
        second.append(ByteBuffer(string: "6"), at: 2)
        second.hasEnded = true
        let (bytes, notes) = second.finished([])
        #expect(bytes == Array("1234".utf8))
        #expect(notes.shortfall == .memory)
        #expect(notes.bytes == 6)
        #expect(second.keptBytes == 4)
        second.clear()
        #expect(budget.used == 0)
    }
}
