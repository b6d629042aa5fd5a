package import NIOCore
package import NIOHTTP1
package import ProxyProtocol
package import VirtualTime

/// Who answers in this process for some origins, in place of their servers.
package protocol Answerer: Sendable {
    /// Whether it answers for this origin.
    func answers(for origin: Origin) -> Bool

    /// Whether pages of others may not change anything with it, see ``ReverseAccess``.
    ///
    /// A server that is stood in for knows itself whose pages may ask it.
    var isGuarded: Bool { get }

    /// The answer to a request, and what is to be recorded before the client has it.
    ///
    /// It is asked outside the event loops, and so may take its time. The answer to HEAD is that to GET: whoever sends it
    /// leaves out the body.
    func reply(to request: LocalRequest) async -> LocalReply
}

/// A request that is answered in this process.
package struct LocalRequest: Sendable {
    package var head: HTTPRequestHead
    /// The path with its query, or `*`.
    package var path: String
    package var body: ByteBuffer
    /// When all of it had come.
    package var arrivedAt: Instant
}

/// What an answerer has to say.
package struct LocalReply: Sendable {
    package var answer: LocalAnswer
    /// What is to be recorded before the answer is sent.
    package var events: [RecorderEvent] = []
}
