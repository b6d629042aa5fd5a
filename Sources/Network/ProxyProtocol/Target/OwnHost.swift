/// The host that the recorder itself goes by: its local endpoint's.
package enum OwnHost {
    /// The host name that requests are made to.
    package static let name = "kinescope.local"
    /// The origin of requests to the recorder's own address.
    package static let origin = Origin(isSecure: false, host: name)
    /// Bytes of the body of a request that is answered in this process at most: 16 MiB.
    package static let bodyBytes = 16 * 1024 * 1024
}
