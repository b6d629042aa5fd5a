public import Device
public import VirtualTime

/// A client of the browser dialect (access-enabler.md §14.3), as yt-dlp speaks it.
public struct BrowserClient: Hashable, Sendable {
    /// A client that has done nothing.
    public init() {}

    /// Takes in one input at `now` (true time) and answers with effects.
    public mutating func handle(_ input: ClientInput, on device: inout Device, at now: Instant) -> [ClientEffect] { [] }
}
