import PassAPI

/// Something the user or the app wants of a signed-on client; pending requests are granted one after the other, in
/// order.
enum PendingRequest: Hashable, Sendable {
    case play(resource: String)
    case preauthorize(resources: [String])
    case readUserMetadata
    case logOut

    /// The call of REST API V2 that it becomes; nil if it is none of decisions.
    var operation: PassAPI.Operation? {
        switch self {
        case .play: .decideAuthorization
        case .preauthorize: .decidePreauthorization
        case .readUserMetadata, .logOut: nil
        }
    }

    /// The resources that it is about.
    var resources: [String] {
        switch self {
        case .play(let resource): [resource]
        case .preauthorize(let resources): resources
        case .readUserMetadata, .logOut: []
        }
    }
}

/// The pending requests that wait.
struct RequestQueue: Hashable, Sendable {
    private var pendingRequests: [PendingRequest] = []

    /// The number of pending requests that can wait.
    static let limit = 100

    /// Puts a pending request at the end; false if the list is full.
    mutating func append(_ pendingRequest: PendingRequest) -> Bool {
        guard pendingRequests.count < Self.limit else { return false }
        pendingRequests.append(pendingRequest)
        return true
    }

    /// Puts a pending request at the beginning: it goes on where it was interrupted.
    mutating func prepend(_ pendingRequest: PendingRequest) { pendingRequests.insert(pendingRequest, at: 0) }

    mutating func takeFirst() -> PendingRequest? { pendingRequests.isEmpty ? nil : pendingRequests.removeFirst() }

    /// Takes out the first pending request like this one: it was granted otherwise.
    mutating func remove(_ pendingRequest: PendingRequest) {
        if let index = pendingRequests.firstIndex(of: pendingRequest) { pendingRequests.remove(at: index) }
    }

    mutating func removeAll() { pendingRequests = [] }
}
