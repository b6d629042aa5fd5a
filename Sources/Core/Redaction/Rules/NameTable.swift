/// The names whose meaning is known: of query and form fields, JSON members, XML elements and attributes.
///
/// They are normalized: lower case, no hyphens or underscores. Documentation/reference/redaction-rules.md lists them for readers.
enum NameTable {
    static let exact: [String: Verdict] = {
        var table: [String: Verdict] = [:]
        for name in identities { table[name] = .identity }
        for name in harmless { table[name] = .harmless }
        for name in harmlessHere { table[name] = .harmlessHere }
        for name in harmlessInAnswers { table[name] = .harmlessInAnswers }
        for name in open { table[name] = .open }
        for (kind, names) in secrets { for name in names { table[name] = .secret(kind) } }
        return table
    }()

    /// The names of who asks whom for what (rest-api-v1.md §2, §6, §7; tokens.md §3, §4).
    static let identities = [
        "requestor", "requestorid", "mvpd", "mvpdid", "msoid", "proxymvpd", "proxymvpdid", "resource", "resourceid",
        "resources", "clientid", "domainname", "platformmappingid", "serviceprovider", "accountprovideridentifier",
        "supportedaccountprovideridentifiers", "featuredaccountprovideridentifiers", "channelidentifier", "regcode",
        "registrationcode", "vserrorinfokeyunsupportedprovideridentifier", "simpletokenrequestorid",
        "simpletokenresourceid",
        "simpletokendomainname", "simpletokenmsoid", "simpletokensubmvpdid", "simpleresourceid",
    ]

    static let harmless = [
        "format", "granttype", "granttypes", "responsetype", "tokentype", "tokensource", "expires", "expiresin",
        "expiresat", "createdat", "issuedat", "clientidissuedat", "notbefore", "notafter", "issuer", "ttl", "issuetime",
        "simpletokenexpires", "simpletokenttl", "method", "noflash", "noiframe", "clienttype", "clientversion",
        "devicetype", "networktype", "hashedguid", "lang", "language", "locale", "scope", "scopes", "generated",
        "updated", "encrypted", "xmlns", "version", "authorizationtype",
    ]

    static let harmlessHere = [
        "id", "status", "message", "details", "error", "errors", "action", "helpurl", "trace", "time", "device", "os",
        "usermeta", "authorized", "authenticated", "authperaggregator", "authperbrowsersession", "passiveauthnenabled",
        "authenticationexpirationdate", "authenticationscheme", "authority", "author", "keywords", "appversion",
        "osversion", "osname", "osfamily", "osvendor", "model", "manufacturer", "vendor", "primaryhardwaretype",
        "connectiontype", "connectionsecure", "useragent", "originaluseragent", "displayname", "logourl",
        "includeaccountprovideridentifier", "includeauthenticationexpirationdate", "isinterruptionallowed",
        "attributenames", "attributesnames", "requiredmetadatafields", "notauthorized", "authnall", "authzall",
        "authnguid",
        "samlrequestbinding", "registrationurl", "serveripaddress", "supportedauthenticationschemes",
        "forceauthentication",
    ]

    static let harmlessInAnswers = ["code", "state", "reason"]

    static let open = [
        "deviceinfo", "xdeviceinfo", "redirecturl", "redirecturi", "redirecturis", "authenticationstatus",
        "verificationtoken", "sourceapplicationinformation", "appartnerframeworkstatus", "authenticationrequest",
    ]

    static let secrets: [(SecretKind, [String])] = [
        (.authorization, ["authorization", "proxyauthorization", "bearer"]),
        (.cookie, ["cookie", "setcookie", "jsessionid", "phpsessid", "aspnetsessionid"]),
        (.applicationSecret, ["clientsecret", "publickey", "signedrequestorid", "softwarestatement", "apikey"]),
        (.accessToken, ["accesstoken", "refreshtoken", "idtoken", "token", "servicetoken", "adsubjecttoken"]),
        (
            .tokenContent,
            [
                "authenticationtoken", "authntoken", "authztoken", "serializedtoken", "signatureinfo",
                "simpletokenauthenticationguid", "simpletransientpartofguid", "zall", "samlassertion", "mediatoken",
            ]
        ),
        (
            .deviceIdentifier,
            [
                "deviceid", "fingerprint", "ap21", "apdeviceidentifier", "simpletokenfingerprint", "passsfp", "sfp",
                "udid", "idfa", "idfv", "advertisingid", "identifierforvendor", "serialnumber", "androidid", "imei",
                "macaddress", "applicationid", "appid", "deviceuser", "hardwareid", "installationid",
            ]
        ),
        (
            .userIdentifier,
            [
                "userid", "uid", "upstreamuserid", "householdid", "primaryoid", "typeid", "nameid", "simplesamlnameid",
                "ap19", "sessionguid", "guid", "subscriberid", "customerid", "accountid", "accountnumber", "memberid",
                "sub",
            ]
        ),
        (
            .session,
            [
                "ap23", "sessionindex", "simplesamlsessionindex", "sid", "sessionid", "session", "csrf", "xsrf",
                "nonce", "lt", "execution", "otp", "pin", "onetimecode", "passcode",
            ]
        ),
        (
            .credential,
            [
                "username", "user", "login", "loginid", "loginname", "jusername", "jpassword", "email", "mail", "phone",
                "mobile", "msisdn", "firstname", "lastname", "fullname", "givenname", "familyname", "birthdate",
                "dateofbirth", "address", "street", "postalcode", "zip", "zipcode", "encryptedzip", "pass", "passwd",
                "pwd", "genericdata", "nickname",
            ]
        ),
        (.userMetadata, ["usermetadata", "maxrating", "channelid", "ishoh", "hbastatus", "onnet", "inhome"]),
        (.samlContent, ["samlresponse", "samlrequest", "samlart", "assertion", "samlattributequeryresponse"]),
        (
            .signature,
            ["signature", "sig", "signaturevalue", "digestvalue", "x509certificate", "hmac", "verificationdata"]
        ),
        (
            .networkAddress,
            [
                "connectionip", "connectionport", "ipaddress", "port", "ip", "xforwardedfor", "forwarded", "xrealip",
                "trueclientip", "clientip", "remoteaddr", "remoteip",
            ]
        ),
    ]

    /// The parts that give a name away that no list knows, the more telling ones first.
    static let parts: [([UInt8], SecretKind)] = partNames.map { (Array($0.0.utf8), $0.1) }

    /// The members of ``parts`` that begin with a letter: the first of them is the lowest bit.
    static let partsByLetter: [UInt32] = {
        precondition(parts.count < 32, "one bit for each part")
        var table = [UInt32](repeating: 0, count: 256)
        for (number, part) in parts.enumerated() { table[Int(part.0[0])] |= 1 << UInt32(number) }
        return table
    }()

    private static let partNames: [(String, SecretKind)] = [
        ("password", .credential), ("passwd", .credential), ("passphrase", .credential), ("username", .credential),
        ("email", .credential), ("phone", .credential), ("credential", .credential), ("secret", .applicationSecret),
        ("token", .accessToken), ("cookie", .cookie), ("session", .session), ("csrf", .session), ("xsrf", .session),
        ("deviceid", .deviceIdentifier), ("fingerprint", .deviceIdentifier), ("userid", .userIdentifier),
        ("signature", .signature), ("assertion", .samlContent), ("apikey", .applicationSecret),
        ("auth", .authorization), ("key", .other), ("passw", .credential),
    ]
}
