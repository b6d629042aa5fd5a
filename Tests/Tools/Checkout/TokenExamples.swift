/// The examples of tokens.md, all of them invented there.
package enum TokenExamples {
    package static let authentication =
        "<signatureInfo>c2lnLW9uZQ==<signatureInfo><simpleAuthenticationToken>"
        + "<simpleTokenAuthenticationGuid>00112233445566778899aabbccddeeff</simpleTokenAuthenticationGuid>"
        + "<simpleSamlSessionIndex>idx-1</simpleSamlSessionIndex>"
        + "<simpleTokenRequestorID>KITETV</simpleTokenRequestorID>"
        + "<simpleTokenDomainName>kite.example</simpleTokenDomainName>"
        + "<simpleTokenExpires>2026/01/31 08:00:00 GMT -0800</simpleTokenExpires>"
        + "<simpleTokenMsoID>Meadowlark</simpleTokenMsoID><simpleTokenDeviceID>"
        + "<simpleTokenFingerprint>da39a3ee5e6b4b0d3255bfef95601890afd80709</simpleTokenFingerprint>"
        + "</simpleTokenDeviceID><simpleSamlNameID>name-1</simpleSamlNameID></simpleAuthenticationToken>"
    package static let authorization =
        "<signatureInfo>c2lnLXR3bw==<signatureInfo><simpleAuthorizationToken>"
        + "<simpleTokenRequestorID>KITETV</simpleTokenRequestorID>"
        + "<simpleTokenResourceID>KITE1</simpleTokenResourceID>"
        + "<simpleTokenTTL>2026/01/02 00:00:00 GMT +0000</simpleTokenTTL>"
        + "<simpleTokenMsoID>Meadowlark</simpleTokenMsoID><simpleTokenDeviceID>"
        + "<simpleTokenFingerprint>da39a3ee5e6b4b0d3255bfef95601890afd80709</simpleTokenFingerprint>"
        + "</simpleTokenDeviceID></simpleAuthorizationToken>"
    package static let media =
        "<signatureInfo>c2lnLXRocmVl<signatureInfo><shortAuthorizationToken>"
        + "<sessionGUID>6f1ed002ab5595859014ebf0951522d9</sessionGUID><requestorID>KITETV</requestorID>"
        + "<resourceID>KITE1</resourceID><ttl>420000</ttl>"
        + "<issueTime>2026/01/01 00:00:00 GMT +0000</issueTime><mvpdId>Meadowlark</mvpdId><proxyMvpdId>"
        + "</proxyMvpdId></shortAuthorizationToken>"

    package static func media(ttl: String = "420000", issueTime: String = "2026/01/01 00:00:00 GMT +0000") -> String {
        "<signatureInfo>c2ln<signatureInfo><shortAuthorizationToken><ttl>\(ttl)</ttl><issueTime>\(issueTime)"
            + "</issueTime></shortAuthorizationToken>"
    }
}
