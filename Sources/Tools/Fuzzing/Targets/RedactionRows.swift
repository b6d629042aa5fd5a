/// The rows of Documentation/reference/redaction-rules.md, copied from there and not from the tables that the redactor goes by: what is
/// missing in those is noticed by a secret that stays.
///
/// `Tests/Tools/FuzzingTests/RedactionRowsTests.swift` compares them with the page.
enum RedactionRows {
    /// Names whose values are secret in parameters, forms, JSON and XML.
    static let names: [String] = [
        // Authorization headers.
        "authorization", "proxyauthorization", "bearer",
        // Cookies.
        "cookie", "setcookie", "jsessionid", "phpsessid", "aspnetsessionid",
        // Application secrets.
        "clientsecret", "publickey", "signedrequestorid", "softwarestatement", "apikey",
        // Access tokens.
        "accesstoken", "refreshtoken", "idtoken", "token", "servicetoken", "adsubjecttoken",
        // Token content.
        "authenticationtoken", "authntoken", "authztoken", "serializedtoken", "signatureinfo",
        "simpletokenauthenticationguid", "simpletransientpartofguid", "zall", "samlassertion", "mediatoken",
        // Device identifiers.
        "deviceid", "fingerprint", "ap21", "apdeviceidentifier", "simpletokenfingerprint", "passsfp", "sfp", "udid",
        "idfa", "idfv", "advertisingid", "identifierforvendor", "serialnumber", "androidid", "imei", "macaddress",
        "applicationid", "appid", "deviceuser", "hardwareid", "installationid",
        // User and household identifiers.
        "userid", "uid", "upstreamuserid", "householdid", "primaryoid", "typeid", "nameid", "simplesamlnameid",
        "ap19", "sessionguid", "guid", "subscriberid", "customerid", "accountid", "accountnumber", "memberid", "sub",
        // Browser sessions.
        "ap23", "sessionindex", "simplesamlsessionindex", "sid", "sessionid", "session", "csrf", "xsrf", "nonce",
        "lt", "execution", "otp", "pin", "onetimecode", "passcode",
        // Names, passwords and addresses of people.
        "username", "user", "login", "loginid", "loginname", "jusername", "jpassword", "email", "mail", "phone",
        "mobile", "msisdn", "firstname", "lastname", "fullname", "givenname", "familyname", "birthdate",
        "dateofbirth", "address", "street", "postalcode", "zip", "zipcode", "encryptedzip", "pass", "passwd", "pwd",
        "genericdata", "nickname",
        // User metadata.
        "usermetadata", "maxrating", "channelid", "ishoh", "hbastatus", "onnet", "inhome",
        // Other SAML content.
        "samlresponse", "samlrequest", "samlart", "assertion", "samlattributequeryresponse",
        // Signatures and certificates.
        "signature", "sig", "signaturevalue", "digestvalue", "x509certificate", "hmac", "verificationdata",
        // Internet addresses.
        "connectionip", "connectionport", "ipaddress", "port", "ip", "xforwardedfor", "forwarded", "xrealip",
        "trueclientip", "clientip", "remoteaddr", "remoteip",
    ]

    /// The parts that make any other name secret.
    static let parts: [String] = [
        "password", "passwd", "passphrase", "username", "email", "phone", "credential", "secret", "token", "cookie",
        "session", "csrf", "xsrf", "deviceid", "fingerprint", "userid", "signature", "assertion", "apikey", "auth",
        "key", "passw",
    ]

    /// Header fields that are secret whatever else stands in the recording.
    static let headers: [String] = [
        "ap21", "apdeviceidentifier", "passsfp", "ap19", "ap23", "xforwardedfor", "forwarded", "xrealip",
        "trueclientip", "xclientip", "cfconnectingip", "adobesubjecttoken", "xrokureservedrokuconnecttoken",
        "adservicetoken", "apvisitoridentifier",
        "aptemppassidentity",
    ]

    /// Elements of a SAML message whose texts are secret: subjects, attribute values, signatures, digests, certificates, and
    /// one that the page does not list at the right.
    static let elementsOfSAML = [
        "NameID", "AttributeValue", "SessionIndex", "SignatureValue", "DigestValue", "X509Certificate", "Canary",
    ]

    /// Elements of a token whose texts are secret: GUIDs, fingerprint, session index, name id, and one that the page does not
    /// list at the right (tokens.md §3, §4).
    static let elementsOfToken = [
        "simpleTokenAuthenticationGuid", "simpleTransientPartOfGuid", "simpleTokenFingerprint", "simpleTokenDeviceID",
        "simpleSamlSessionIndex", "simpleSamlNameID", "sessionGUID", "canary",
    ]

    /// Header fields that are URLs, also relative ones, whatever they look like.
    static let headersOfURLs = ["Location", "Content-Location", "Referer", "Refresh", ":path"]

    /// Elements in which all is secret but a few names: those of user metadata.
    static let elementsOfMetadata = ["userMeta", "userMetadata", "ns2:userMeta"]

    /// Documents of GraphQL as they begin, with a word in each place that goes by names: arguments, default values, members of
    /// input objects.
    static let queries = [
        #"query SignIn($pin: String = "canary") { me { name } }"#, #"query ($pin: String = "canary") { me }"#,
        #"mutation { signIn(user: 1, pin: "canary") { ok } }"#, #"mutation SignIn { signIn(pin: "canary") { ok } }"#,
        #"subscription @live { me(pin: "canary") { name } }"#, #"{ me(pin: "canary") { name } }"#,
        #"{ a: me(pin: "canary") }"#, #"fragment F on Person { friend(pin: "canary") { name } }"#,
        #"query { me(input: { first: 1, pin: "canary" }) { name } }"#, #"query { me(pin: ["a", "canary"]) }"#,
        "# A comment\nquery { me(pin: \"\"\"canary\"\"\") }",
    ]
}
