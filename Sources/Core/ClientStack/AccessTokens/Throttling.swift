/// The way to take 429 (rest-api-v1.md §4: wait at least 1 s).
enum Throttling {
    /// The pause before the same call is made again.
    static let wait = Duration.seconds(1)
    /// The number of times that one call is made again; no source states it.
    static let retries = 3
}
