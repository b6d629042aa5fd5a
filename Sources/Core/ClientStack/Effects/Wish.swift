/// Something the user or the app wants of a signed-on client; wishes are granted one after the other, in order.
enum Wish: Hashable, Sendable {
    case play(resource: String)
    case preauthorize(resources: [String])
    case readUserMetadata
    case logOut
}

/// The wishes that wait.
struct WishList: Hashable, Sendable {
    private var wishes: [Wish] = []

    /// How many wishes can wait.
    static let limit = 100

    /// Puts a wish at the end; false if the list is full.
    mutating func append(_ wish: Wish) -> Bool {
        guard wishes.count < Self.limit else { return false }
        wishes.append(wish)
        return true
    }

    mutating func takeFirst() -> Wish? { wishes.isEmpty ? nil : wishes.removeFirst() }

    /// Takes out the first wish like this one: it was granted otherwise.
    mutating func remove(_ wish: Wish) {
        if let index = wishes.firstIndex(of: wish) { wishes.remove(at: index) }
    }

    mutating func removeAll() { wishes = [] }
}
