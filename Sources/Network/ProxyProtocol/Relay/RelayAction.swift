package import NIOCore
package import NIOHTTP1

/// The actions that a ``RelayMachine`` requests.
package enum RelayAction: Equatable {
    case nothing
    /// Ask for a stream to the origin.
    case lease(Origin, needsHTTP1: Bool)
    /// Give the stream up that was used until now, and ask for another.
    case leaseAgain(Origin, needsHTTP1: Bool)
    /// Send what has come of the request so far.
    case send(HTTPRequestHead, [ByteBuffer], end: RequestEnd?)
    /// Send more of the request's body.
    case sendBody(ByteBuffer)
    /// Send the end of the request.
    case sendEnd(HTTPHeaders?)
    /// Pass the head of an answer on, or of an answer before the answer.
    case passHead(HTTPResponseHead)
    /// Pass more of the answer's body on.
    case passBody(ByteBuffer)
    /// The answer is whole: give the stream back, record the exchange, and say when it is stored.
    case record(reusesUpstream: Bool)
    /// There is no answer, or only a part: close the stream, record the exchange, and say when it is stored.
    case recordFailure(RelayFailure)
    /// The connection changes to another protocol: record the exchange, and say when it is stored.
    case recordUpgrade(to: String)
    /// Send the end of the answer that was held back.
    case end(HeldBack, then: Afterwards)
    /// Answer from here.
    case answer(LocalAnswer, head: HTTPResponseHead, then: Afterwards)
    /// Ask the answerer for its answer.
    case serve(HTTPRequestHead, path: String, ByteBuffer)
    /// Send the head, and ask the answerer for its body, piece by piece, as the client takes it.
    case stream(HTTPResponseHead)
    /// Send the head, and join the connections.
    case upgrade(HTTPResponseHead)
    /// Close the connection to the client, or reset its stream.
    case close
    /// Reset the client's stream of HTTP/2 with this code, as the server did with its own.
    case reset(UInt32)
    /// The client has gone: give the stream up and record the exchange.
    case abandon(RelayFailure)
}

/// The end of a request: its trailers, if it has any.
package struct RequestEnd: Equatable {
    package var trailers: HTTPHeaders?
}

/// The part of a response that a client is sent only when its exchange is stored, since it then has the whole response.
package struct HeldBack: Equatable {
    package var head: HTTPResponseHead?
    package var body: ByteBuffer?
    package var trailers: HTTPHeaders?
}

/// The ways to treat a client's connection when it has been answered.
package enum Afterwards: Equatable {
    /// The next request may come.
    case keep
    /// It is closed.
    case close
    /// Nothing more is sent, and what still comes of the request is thrown away before it is closed: closing at once
    /// would take the answer away from a client that is still sending.
    case linger
}
