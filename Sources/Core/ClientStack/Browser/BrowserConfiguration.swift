import Device

/// The identity of a client of the browser dialect.
///
/// Source: access-enabler.md §14.3.
public struct BrowserConfiguration: Hashable, Sendable {
    /// The bundle id under which it is installed: whose file keeps the tokens.
    public var bundleID: String
    /// The requestor: the Programmer's id.
    public var requestor: String
    /// The MVPD that the user has named (`--ap-mso`); nil if none was given: then nobody can log in.
    public var mvpd: String?
    /// The signed statement that registration hands in.
    public var softwareStatement: String
    /// `domain_name` of the login page.
    public var domainName: String
    /// The page the video is on, to which the login returns.
    public var redirectURL: String
    /// The fingerprints that `indiv/devices` is passed, one a registration, in order.
    ///
    /// yt-dlp makes up 32 hexadecimal digits each time. When these are used up, the next ones are derived from the device.
    public var fingerprints: [String]
    /// The header `AP_11`.
    public var platform: String
    /// The header `AP_Z`.
    public var userAgent: String
    /// The text of an AuthN token that an earlier run has kept.
    public var authenticationToken: String?
    /// The texts of AuthZ tokens that earlier runs have kept, by resource, in order.
    public var authorizationTokens: [KeptToken]
    /// The decisions that no document makes.
    public var options: BrowserOptions

    /// An AuthZ token of an earlier run.
    public struct KeptToken: Hashable, Sendable {
        /// The resource as it is played.
        public var resource: String
        /// The token's text.
        public var text: String

        /// A token for this resource.
        public init(resource: String, text: String) {
            self.resource = resource
            self.text = text
        }
    }

    /// A configuration with these parts.
    public init(
        bundleID: String = "browser",
        requestor: String,
        mvpd: String?,
        softwareStatement: String,
        domainName: String = "adobe.com",
        redirectURL: String = "",
        fingerprints: [String] = [],
        platform: String = "Linux i686",
        userAgent: String = "Mozilla/5.0 (X11; Linux i686; rv:47.0) Gecko/20100101 Firefox/47.0",
        authenticationToken: String? = nil,
        authorizationTokens: [KeptToken] = [],
        options: BrowserOptions = BrowserOptions()
    ) {
        self.bundleID = bundleID
        self.requestor = requestor
        self.mvpd = mvpd
        self.softwareStatement = softwareStatement
        self.domainName = domainName
        self.redirectURL = redirectURL
        self.fingerprints = fingerprints
        self.platform = platform
        self.userAgent = userAgent
        self.authenticationToken = authenticationToken
        self.authorizationTokens = authorizationTokens
        self.options = options
    }

    /// Returns the fingerprint that the registration of this number, from 0, passes to `indiv/devices`.
    func fingerprint(_ number: Int, on device: Device) -> String {
        if fingerprints.indices.contains(number) { return fingerprints[number] }
        // FNV-1a over what is known, 64 bits twice: nothing hangs on it but that it is another one each time.
        let seed = "\(device.identifiers.seed) \(bundleID) \(requestor) \(number)"
        return [seed, seed + "#"].map { text in
            let hash = text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
            let digits = String(hash, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
