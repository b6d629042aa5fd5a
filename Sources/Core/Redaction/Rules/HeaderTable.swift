import Exchanges

/// The headers whose values are kept: what is on no list is secret.
///
/// Names are normalized as in ``NameTable``. Kept values are still looked into (a URL's query, a Base64 structure) and
/// searched for secrets known from elsewhere.
enum HeaderTable {
    static let harmless: Set<String> = Set(
        [
            // What HTTP itself defines (RFC 9110, 9111, 9112).
            "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Accept-Ranges", "Age", "Allow",
            "Cache-Control", "Connection", "Content-Disposition", "Content-Encoding", "Content-Language",
            "Content-Length", "Content-Location", "Content-Range", "Content-Type", "Date", "Expect", "Expires",
            "Host", "If-Match", "If-Modified-Since", "If-None-Match", "If-Range", "If-Unmodified-Since", "ETag",
            "Keep-Alive", "Last-Modified", "Link", "Location", "Max-Forwards", "Origin", "Pragma", "Proxy-Connection",
            "Range", "Referer", "Referrer-Policy", "Retry-After", "Server", "TE", "Trailer", "Transfer-Encoding",
            "Upgrade", "User-Agent", "Vary", "Warning", "Refresh",
            // Browsers and their policies.
            "Upgrade-Insecure-Requests", "Sec-Fetch-Mode", "Sec-Fetch-Site", "Sec-Fetch-Dest", "Sec-Fetch-User",
            "Sec-Ch-Ua", "Sec-Ch-Ua-Mobile", "Sec-Ch-Ua-Platform", "DNT", "Priority", "X-Requested-With",
            "Access-Control-Allow-Origin", "Access-Control-Allow-Credentials", "Access-Control-Allow-Headers",
            "Access-Control-Allow-Methods", "Access-Control-Expose-Headers", "Access-Control-Max-Age",
            "Access-Control-Request-Headers", "Access-Control-Request-Method", "Timing-Allow-Origin",
            "Content-Security-Policy", "Permissions-Policy", "Strict-Transport-Security", "X-Content-Type-Options",
            "X-Frame-Options", "X-XSS-Protection", "P3P", "Alt-Svc", "NEL", "Report-To", "Server-Timing",
            // Caches and front ends, as far as they say nothing about the caller.
            "Via", "X-Cache", "X-Cache-Hits", "X-Served-By", "X-Timer", "X-Powered-By", "X-Served-From",
            // Adobe's own (rest-api-v1.md §2, §4, §7.11; access-enabler.md §14.3).
            "X-Device-Info", "AP-Partner-Framework-Status", "X-Request-Id", "Adobe-Request-Id",
            "Adobe-Response-Confidence", "Authzf-Error-Code", "Authzf-Sub-Error-Code", "Authzf-Error-Details",
            "Ap_42", "Ap_11", "Ap_Z", "AP-SDK-Identifier",
            // What `serve` responds with where nothing recorded does.
            HTTPResponse.unmatchedHeader, HTTPResponse.hintHeader,
            // HTTP/2 pseudo-headers, as some recorders write them. The path is the request's URL again.
            ":method", ":scheme", ":authority", ":path", ":status", ":protocol",
        ].map { NameRules.normalized($0.utf8) }
    )

    /// Headers of known kinds, all secret.
    static let secret: [String: SecretKind] = [
        "ap21": .deviceIdentifier, "apdeviceidentifier": .deviceIdentifier, "passsfp": .deviceIdentifier,
        "ap19": .userIdentifier, "ap23": .session, "xforwardedfor": .networkAddress, "forwarded": .networkAddress,
        "xrealip": .networkAddress, "trueclientip": .networkAddress, "xclientip": .networkAddress,
        "cfconnectingip": .networkAddress, "adobesubjecttoken": .accessToken,
        "xrokureservedrokuconnecttoken": .accessToken, "adservicetoken": .accessToken,
        "apvisitoridentifier": .deviceIdentifier, "aptemppassidentity": .credential,
    ]
}
