public import Exchanges

/// An exchange as it passed, put together where it is asked for.
///
/// Undoing the content codings of its bodies takes time that an event loop does not have, and room that is better held
/// for one exchange after the other.
public struct CapturedExchange: Sendable {
    /// Bytes of its bodies as they are held: before content decoding.
    public let bodyBytes: Int
    private let make: @Sendable () -> Exchange

    /// An exchange that is there already.
    public init(_ exchange: Exchange) {
        self.init(bodyBytes: (exchange.request.body?.count ?? 0) + (exchange.response?.body?.count ?? 0)) { exchange }
    }

    /// An exchange that `make` makes.
    init(bodyBytes: Int, make: @escaping @Sendable () -> Exchange) {
        self.bodyBytes = bodyBytes
        self.make = make
    }

    /// The exchange; it is made anew each time it is asked for, which may take a while.
    public var exchange: Exchange { make() }
}
