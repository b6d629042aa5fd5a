/// The host whose requests the recorder answers itself.
package enum OwnHost {
    /// The host name that requests are made to.
    package static let name = "kinescope.local"
    /// Bytes of a request's body at most: 16 MiB, which are read within one turn of an event loop.
    package static let bodyBytes = 16 * 1024 * 1024
}
