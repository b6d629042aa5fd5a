// The rules that findings name. The table of Documentation/reference/findings.md is written from them, by Scripts/reference.

extension ConformanceRule {
    public static let dcr001 = Self(
        "DCR-001",
        .must,
        .app,
        "Register once for each installation; register again only when the stored credentials are refused.",
        consequence: "signed out at every launch",
        remedy: "store `client_id` and `client_secret`; when the access token expires, call `dcr.token` only",
        source: "CL-M1 Client Credentials Caching; DCR FAQ 8, 9, 12"
    )
    public static let dcr002 = Self(
        "DCR-002",
        .must,
        .app,
        "Use an access token until it expires.",
        consequence: "slow start, 429 under load",
        remedy: "store `access_token` with its expiration",
        source: "CL-M1 Access Tokens Caching; AI §1"
    )
    public static let dcr004 = Self(
        "DCR-004",
        .must,
        .app,
        "After 401 fetch a new access token, then repeat the call once.",
        consequence: "playback stops until the next launch",
        remedy: "renew with the stored credentials before the call is made again",
        source: "rest-api-v2.md §2.3, §9.3; FAQ, DCR"
    )
    public static let dec001 = Self(
        "DEC-001",
        .must,
        .app,
        "Request an authorization before each playback.",
        consequence: "the second program does not play; a lapsed subscriber continues to watch",
        remedy: "one `authorize` for each playback",
        source: "CL-M5; FAQ Authz 2, 8"
    )
    public static let dec004 = Self(
        "DEC-004",
        .must,
        .app,
        "Do not repeat a decision: a denial is final, `retry` is allowed three times.",
        consequence: "a spinner, 429",
        remedy: "follow `action`, wait between attempts",
        source: "CL-M4, CL-M5 Retry; FAQ Preauthz 5; EEC Response Handling 4"
    )
    public static let dev001 = Self(
        "DEV-001",
        .must,
        .app,
        "Never change the device id of an installation.",
        consequence: "signed out at each launch; Temp Pass starts over",
        remedy: "derive it from what stays",
        source: "CL-M7 Stable Device Identifier; HDR-DI; FAQ Auth 13; V1 pages deviceId"
    )
    public static let dev003 = Self(
        "DEV-003",
        .must,
        .app,
        "`AP-Device-Identifier` is `fingerprint`, a space, Base64 of the id.",
        consequence: "400, or another id than the version before had: signed out",
        remedy: "Base64 of the id behind `fingerprint`",
        source: "rest-api-v2.md §3.2; v2/appendix/headers/…-ap-device-identifier.md"
    )
    public static let err001 = Self(
        "ERR-001",
        .must,
        .app,
        "Do not repeat 400, 403, 404 and 405 unchanged.",
        consequence: "the error comes late, 429",
        remedy: "mend the request, or show the message",
        source: "EEC Action; CL-M8 both rows; dcr/apis/*"
    )
    public static let hdr001 = Self(
        "HDR-001",
        .must,
        .app,
        "Send device information (`X-Device-Info` or `device_info`).",
        consequence: "the sign-in is shorter, SSO does not apply",
        remedy: "build it once, add it to every call",
        source: "CL-M7 Send X-Device-Info; FAQ Headers 3; leg/client-information/…md"
    )
    public static let hdr002 = Self(
        "HDR-002",
        .must,
        .app,
        "Device information decodes to a JSON object: in REST API V2 it is in Base64 alone.",
        consequence: "the sign-in is shorter, SSO does not apply, and there is no error",
        remedy: "write it with a JSON library, then Base64; V1's percent-encoding goes",
        source: "rest-api-v2.md §3.3; v2/appendix/headers/…-x-device-info.md"
    )
    public static let logout001 = Self(
        "LOGOUT-001",
        .should,
        .app,
        "Log out only when the user asks.",
        consequence: "signed out of everything for one channel",
        remedy: "show the provider's message, keep the token",
        source: "CL-R6; Roku cookbook \"never\""
    )
    public static let mt001 = Self(
        "MT-001",
        .must,
        .app,
        "A media token is used once.",
        consequence: "the verifier refuses it",
        remedy: "one decision, one token, one playback",
        source: "std/entitlements/media-tokens.md; seed 004 (K-125)"
    )
    public static let poll001 = Self(
        "POLL-001",
        .must,
        .app,
        "Poll no faster than every 3 s; from 1 s on it is a should.",
        consequence: "429, a sign-in that hangs",
        remedy: "a timer of 3 s to 5 s, started after each response",
        source: "CL-M3 Polling Mechanism Configuring; C2S step 4; FAQ Auth 16; V1: ig/throttling-mechanism.md"
    )
    public static let poll002 = Self(
        "POLL-002",
        .must,
        .app,
        "Stop polling when the token has arrived.",
        consequence: "a slow app, 429",
        remedy: "end the timer with the first success",
        source: "CL-M3 Polling Mechanism Stopping; ACK1 step 10"
    )
    public static let poll003 = Self(
        "POLL-003",
        .must,
        .app,
        "Stop polling when the code has expired.",
        consequence: "the TV shows a code that no longer works",
        remedy: "compare with `expires`, offer a new code",
        source: "CL-M3; C2S step 4; FAQ Auth 15; profile-by-code page, errors"
    )
    public static let saml001 = Self(
        "SAML-001",
        .must,
        .app,
        "`SAMLResponse` is Base64, then percent-encoded exactly once.",
        consequence: "a failed sign-in after a correct one in Settings",
        remedy: "one encoder",
        source: "ACK1 step 7 (K-59–K-61); ACK2; profiles/sso page"
    )
    public static let saml002 = Self(
        "SAML-002",
        .must,
        .app,
        "The SAML text is normalized before Base64.",
        consequence: "the same",
        remedy: "normalize, then encode",
        source: "ACK1 (K-56–K-58); apple-sso-flow.md §4"
    )
    public static let sec001 = Self(
        "SEC-001",
        .must,
        .app,
        "Send credentials for Adobe to Adobe only.",
        consequence: "a reader of the other host's log can act as the installation",
        remedy: "headers for each host",
        source: "std/entitlements/media-tokens.md (only the media token goes to the backend); good practice"
    )
    public static let thr001 = Self(
        "THR-001",
        .must,
        .app,
        "After 429 wait at least a second.",
        consequence: "the throttle never ends for this household",
        remedy: "pause all calls, then continue",
        source: "rest-api-v2.md §9.2; ig/throttling-mechanism.md"
    )
    public static let time001 = Self(
        "TIME-001",
        .must,
        .app,
        "Do not use an AuthN token after its expiration.",
        consequence: "an error at playback in place of a sign-in in time",
        remedy: "check before playback, sign in",
        source: "FAQ Auth 7, 13; seed 004 (K-130); rest-api-v1.md §7.9"
    )
    public static let v1Authn002 = Self(
        "V1-AUTHN-002",
        .must,
        .app,
        "Percent-encode reserved characters in query and form values.",
        consequence: "a value arrives as another one, now and then",
        remedy: "one URL builder",
        source: "rest-api-v1.md §2; ACK1 (K-60)"
    )
    public static let v2Pfs002 = Self(
        "V2-PFS-002",
        .must,
        .app,
        "The partner framework status is Base64 of the documented JSON: one of four permissions, id and date as texts.",
        consequence: "no sign-on with the platform's account",
        remedy: "write milliseconds since 1970 as a text",
        source: "rest-api-v2.md §3.4; v2/appendix/headers/…-ap-partner-framework-status.md"
    )
    public static let v2Sess003 = Self(
        "V2-SESS-003",
        .must,
        .app,
        "`redirectUrl` is an absolute address, percent-encoded once.",
        consequence: "an error page after a correct password, and no poll",
        remedy: "encode it once",
        source: "rest-api-v2.md §5.2; v2/apis/sessions-apis"
    )
    public static let vsa001 = Self(
        "VSA-001",
        .must,
        .app,
        "Call `checkAccessStatus` before `enqueue`, and continue only if `granted`.",
        consequence: "a flow that does not move",
        remedy: "check, then decide",
        source: "ACK1 steps 2, 4, 7 (K-13, K-15); ACK2"
    )
    public static let vsa002 = Self(
        "VSA-002",
        .should,
        .app,
        "Call it again at each step (S2, S4, S7).",
        consequence: "an unclear error after the permission was withdrawn",
        remedy: "call it before each request",
        source: "ACK1 (K-30, K-49)"
    )
    public static let vsa003 = Self(
        "VSA-003",
        .must,
        .app,
        "`channelIdentifier` is `https://saml.sp.auth.adobe.com`.",
        consequence: "the provider refuses",
        remedy: "use the constant",
        source: "ACK1 (K-17)"
    )
    public static let vsa004 = Self(
        "VSA-004",
        .must,
        .app,
        "Do not allow interruption but in S4.",
        consequence: "Apple's picker appears uninvited",
        remedy: "set the flag for each step",
        source: "ACK1 (K-19, K-32, K-51); ACK2"
    )
    public static let vsa005 = Self(
        "VSA-005",
        .must,
        .app,
        "Request the provider id and the expiration date each time.",
        consequence: "an expired session counts as valid",
        remedy: "set both",
        source: "ACK1 (K-18, K-32, K-50)"
    )
    public static let vsa010 = Self(
        "VSA-010",
        .should,
        .app,
        "After `VSError` 1 with a known provider id, use that MVPD without a picker.",
        consequence: "the user picks the provider twice",
        remedy: "pass the mapped MVPD on",
        source: "ACK1 step 4 (K-39–K-42); Apple SSO FAQ 5"
    )
    public static let vsa011 = Self(
        "VSA-011",
        .should,
        .app,
        "Make the picker's lists from the configuration.",
        consequence: "subscribers do not find their provider",
        remedy: "compute both lists",
        source: "ACK1 (K-33, K-34); apple-sso-flow.md S4"
    )

    /// The rules there are, by their ids.
    public static let all: [ConformanceRule] = [
        .dcr001, .dcr002, .dcr004, .dec001, .dec004, .dev001, .dev003, .err001, .hdr001, .hdr002, .logout001, .mt001,
        .poll001, .poll002, .poll003,
        .saml001, .saml002, .sec001, .thr001, .time001, .v1Authn002, .v2Pfs002, .v2Sess003, .vsa001, .vsa002, .vsa003,
        .vsa004, .vsa005, .vsa010,
        .vsa011,
    ]
}
