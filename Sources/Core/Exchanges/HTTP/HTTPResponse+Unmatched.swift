extension HTTPResponse {
    /// The header that only a response of Kinescope's own has, where nobody had one to give; its value is the code of the reason.
    public static let unmatchedHeader = "X-Kinescope-Unmatched"

    /// The header in which the simulated service states what Adobe's does not: the option that lets a request pass.
    public static let hintHeader = "X-Kinescope-Hint"

    /// The reason's code, if this is Kinescope's own response to a request that nobody had one for: neither the service nor a recording
    /// gave it.
    public var unmatchedReason: String? { headers[first: Self.unmatchedHeader] }
}
