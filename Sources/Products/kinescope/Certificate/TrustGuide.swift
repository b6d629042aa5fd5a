/// How a certificate comes to be trusted, one kind of client after the other.
enum TrustGuide {
    /// A few lines for each kind; `path` is the certificate's file in PEM.
    static func text(certificate path: String) -> String {
        let file = quoted(path)
        return """
            iPhone, iPad
              Let it use the running recorder as its proxy, open http://kinescope.local/ in Safari and take the profile.
              Install it in Settings > General > VPN & Device Management, then switch it on in
              Settings > General > About > Certificate Trust Settings.
            Apple TV
              In Settings > General > Privacy & Security, highlight Share Apple TV Analytics and press Play/Pause:
              Add Profile takes http://kinescope.local/certificate.mobileconfig. Switch it on as on an iPhone. Or
              install what --mobile-configuration writes with Apple Configurator.
            Simulator
              xcrun simctl keychain booted add-root-cert \(file)
            macOS
              security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db \(file)
            Linux
              sudo cp \(file) /usr/local/share/ca-certificates/kinescope.crt && sudo update-ca-certificates
            Swift on Linux
              URLSession trusts what the system trusts: as above. SSL_CERT_FILE has no effect on it.
            One command only
              curl --cacert \(file) …
              SSL_CERT_FILE=\(file) …          # what uses OpenSSL
              REQUESTS_CA_BUNDLE=\(file) …     # Python's requests

            """
    }

    /// A path as a shell takes it.
    static func quoted(_ path: String) -> String {
        let plain = path.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "/._-+".utf8.contains(byte)
            }
        }
        return plain && !path.isEmpty ? path : "'" + path.replacing("'", with: #"'\''"#) + "'"
    }
}
