import Documents
import ProxyProtocol

/// The page that a device opens to trust the recorder.
enum TrustPage {
    /// The page, which needs nothing but itself.
    static func html(for authority: CertificateAuthority, of purpose: LocalEndpoint.Purpose) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Kinescope</title>
        <style>
        :root { color-scheme: light dark }
        body { font: 17px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 2rem auto; padding: 0 1rem }
        h1 { font-size: 1.6rem; margin-bottom: 0 }
        h2 { font-size: 1.1rem; margin-bottom: .3rem }
        p, ol { margin-top: .3rem }
        code { font: .85em ui-monospace, monospace; overflow-wrap: anywhere }
        pre { overflow-x: auto; padding: .6rem .8rem; border: 1px solid #8886; border-radius: .5rem }
        .get a { display: inline-block; margin: 0 .8rem .5rem 0; padding: .3rem .8rem; border: 1px solid; border-radius: .5rem; text-decoration: none }
        footer { margin-top: 2rem; font-size: .85rem; opacity: .75 }
        </style>
        </head>
        <body>
        <h1>\(purpose.heading)</h1>
        <p>\(purpose.explanation) Only the person who runs it has its key; remove it from the device when you are done.</p>
        <p class="get"><a href="/certificate.mobileconfig">Profile for iOS and tvOS</a><a href="/certificate.pem">PEM</a><a href="/certificate.cer">DER</a></p>
        <p>\(HTMLText.escaped(authority.subject))<br>SHA-256 <code>\(HTMLText.escaped(authority.fingerprint))</code></p>

        <h2>iPhone and iPad</h2>
        <ol>
        <li>Open this page in Safari and take the profile.</li>
        <li>Settings, General, VPN &amp; Device Management: install it.</li>
        <li>Settings, General, About, Certificate Trust Settings: switch it on.</li>
        </ol>

        <h2>Apple TV</h2>
        <ol>
        <li>Settings, General, Privacy &amp; Security: highlight Share Apple TV Analytics, press Play/Pause, choose Add Profile.</li>
        <li>Enter <code>http://\(OwnHost.name)/certificate.mobileconfig</code> and install it.</li>
        <li>Settings, General, About, Certificate Trust Settings: switch it on.</li>
        </ol>

        <h2>Simulator</h2>
        <pre><code>xcrun simctl keychain booted add-root-cert kinescope.pem</code></pre>

        <h2>macOS</h2>
        <pre><code>security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db kinescope.pem</code></pre>

        <h2>Linux</h2>
        <pre><code>sudo cp kinescope.pem /usr/local/share/ca-certificates/kinescope.crt
        sudo update-ca-certificates</code></pre>

        <h2>One command only</h2>
        <pre><code>curl --cacert kinescope.pem …
        SSL_CERT_FILE=kinescope.pem …        # what uses OpenSSL
        REQUESTS_CA_BUNDLE=kinescope.pem …   # Python's requests</code></pre>

        <footer>An app reports calls of the Video Subscriber Account framework and their results to
        <code>POST /vsa-calls</code>, and what its user does to <code>POST /user-actions</code>: one JSON object a
        line.</footer>
        </body>
        </html>

        """
    }
}

extension LocalEndpoint.Purpose {
    fileprivate var heading: String {
        switch self {
        case .recording: "Kinescope is recording"
        case .serving: "Kinescope is serving"
        }
    }

    /// Why one is here, and what the certificate is for.
    fileprivate var explanation: String {
        switch self {
        case .recording:
            "You see this page because this device goes through Kinescope's proxy. To look into HTTPS, it has to trust the certificate below."
        case .serving:
            "You see this page because this device reaches Kinescope, which responds to an app in place of its servers. Through the proxy, the app's HTTPS needs the certificate below; a base URL of http:// does not."
        }
    }
}
