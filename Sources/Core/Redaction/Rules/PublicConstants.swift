import Documents

/// Values that are the same for everyone and say nothing of anybody: versions of protocols, methods, charsets, media
/// types, the digests of nothing.
///
/// A beacon sends them to hosts where anything may be a secret. There they stay as they are; where a name says that they
/// are secret all the same they are replaced in their place, and looked for nowhere else.
enum PublicConstants {
    /// Checks whether the value is one of them, in any case of letters.
    static func contains(_ value: ArraySlice<UInt8>) -> Bool {
        guard value.count >= 2, value.count <= longest, beginnings[beginning(of: value)],
            value.allSatisfy({ $0 &- 0x21 < 0x5E || $0 == 0x20 })
        else { return false }
        if words.contains(lowercased(value)) { return true }
        return isTypeWithCharset(value)
    }

    private static func lowercased(_ value: ArraySlice<UInt8>) -> String {
        String(decoding: value.map(lowercasedASCII), as: UTF8.self)
    }

    /// `text/html; charset=utf-8`.
    private static func isTypeWithCharset(_ value: ArraySlice<UInt8>) -> Bool {
        guard let mark = value.firstIndex(of: 0x3B), words.contains(lowercased(value[..<mark].trimmed)),
            let parameter = ListVisitor.parameter(value[(mark + 1)...]), parameter.name.equalsIgnoringCase("charset")
        else { return false }
        return words.contains(lowercased(parameter.value))
    }

    /// The first two letters that occur: nearly everything else is turned away by them.
    private static let beginnings: [Bool] = {
        var beginnings = [Bool](repeating: false, count: 1 << 16)
        for word in versions + methods + charsets + mediaTypes + emptyDigests {
            beginnings[beginning(of: Array(word.utf8)[...])] = true
        }
        return beginnings
    }()

    private static func beginning(of value: ArraySlice<UInt8>) -> Int {
        Int(lowercasedASCII(value[value.startIndex])) << 8 | Int(lowercasedASCII(value[value.startIndex + 1]))
    }

    private static let words: Set<String> = Set(versions + methods + charsets + mediaTypes + emptyDigests)

    /// A digest of SHA-512 in hexadecimal is the longest.
    private static let longest = 128

    /// As messages and ALPN (RFC 7301, IANA's registry) write them.
    private static let versions = [
        "http/0.9", "http/1.0", "http/1.1", "http/2", "http/2.0", "http/3", "http/3.0", "h2", "h2c", "h3", "h3-29",
        "spdy/1", "spdy/2", "spdy/3", "spdy/3.1", "http/2+quic/43", "http/2+quic/46", "quic", "websocket",
        "ssl 3.0", "sslv3", "tls 1.0", "tls 1.1", "tls 1.2", "tls 1.3", "tlsv1", "tlsv1.0", "tlsv1.1", "tlsv1.2",
        "tlsv1.3", "saml 2.0", "soap 1.1", "soap 1.2",
    ]

    /// IANA's registry of HTTP methods, as far as anyone uses them.
    private static let methods = [
        "get", "head", "post", "put", "delete", "connect", "options", "trace", "patch", "propfind", "proppatch",
        "mkcol", "copy", "move", "lock", "unlock", "search", "report", "purge", "link", "unlink",
    ]

    /// IANA's names and the aliases in use.
    private static let charsets =
        [
            "utf-8", "utf8", "utf-16", "utf-16le", "utf-16be", "utf-32", "utf-32le", "utf-32be", "utf-7", "us-ascii",
            "ascii", "latin1", "gb2312", "gb18030", "gbk", "big5", "big5-hkscs", "euc-jp", "euc-kr", "euc-tw",
            "shift_jis",
            "shift-jis", "sjis", "windows-31j", "iso-2022-jp", "iso-2022-kr", "iso-2022-cn", "koi8-r", "koi8-u",
            "tis-620",
            "hz-gb-2312", "macintosh", "x-mac-roman", "x-mac-cyrillic", "ansi_x3.4-1968", "cp1252", "cp1251", "unicode",
            "x-user-defined", "windows-874",
        ] + (1...16).map { "iso-8859-\($0)" } + (1250...1258).map { "windows-\($0)" }

    private static let mediaTypes = [
        "*/*", "application/*", "audio/*", "font/*", "image/*", "text/*", "video/*",
        "application/dash+xml", "application/ecmascript", "application/graphql", "application/grpc",
        "application/grpc-web", "application/gzip", "application/hal+json", "application/http",
        "application/javascript", "application/jose", "application/json", "application/jwt", "application/ld+json",
        "application/manifest+json", "application/mp4", "application/msgpack", "application/octet-stream",
        "application/ogg", "application/pdf", "application/problem+json", "application/problem+xml",
        "application/protobuf", "application/reports+json", "application/rss+xml", "application/rtf",
        "application/samlassertion+xml", "application/samlmetadata+xml", "application/signed-exchange",
        "application/soap+xml", "application/vnd.api+json", "application/vnd.apple.mpegurl", "application/wasm",
        "application/x-amz-json-1.0", "application/x-amz-json-1.1", "application/x-gzip", "application/x-javascript",
        "application/x-mpegurl", "application/x-ndjson", "application/x-protobuf", "application/x-shockwave-flash",
        "application/x-www-form-urlencoded", "application/xhtml+xml", "application/xml", "application/zip",
        "application/zstd", "audio/aac", "audio/mp4", "audio/mpeg", "audio/ogg", "audio/wav", "audio/webm",
        "font/otf", "font/ttf", "font/woff", "font/woff2", "image/apng", "image/avif", "image/bmp", "image/gif",
        "image/heic", "image/jpeg", "image/jxl", "image/png", "image/svg+xml", "image/tiff", "image/vnd.microsoft.icon",
        "image/webp", "image/x-icon", "message/http", "message/rfc822", "multipart/byteranges", "multipart/form-data",
        "multipart/mixed", "multipart/related", "multipart/alternative", "text/calendar", "text/cache-manifest",
        "text/css", "text/csv", "text/event-stream", "text/html", "text/javascript", "text/markdown", "text/ping",
        "text/plain", "text/vtt", "text/x-json", "text/xml", "video/mp2t", "video/mp4", "video/mpeg", "video/ogg",
        "video/quicktime", "video/webm",
    ]

    /// The signatures of an empty body: MD5, SHA-1, SHA-224, SHA-256, SHA-384 and SHA-512 of no byte (FIPS 180-4's and
    /// RFC 1321's own test vectors), in hexadecimal and in lower-cased Base64, and what AWS writes instead.
    private static let emptyDigests = [
        "d41d8cd98f00b204e9800998ecf8427e", "da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd51ad2f14898b95b",
        "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81"
            + "a538327af927da3e",
        "1b2m2y8asgtpgamy7phcfg==", "2jmj7l5rsw0yvb/vlwaykk/ybwk=",
        "47deqpj8hbsa+/timw+5jceuqerkm5nmpjwzg3hsufu=", "sha-256=47deqpj8hbsa+/timw+5jceuqerkm5nmpjwzg3hsufu=",
        "47deqpj8hbsa-_timw-5jceuqerkm5nmpjwzg3hsufu", "sha-256=:47deqpj8hbsa+/timw+5jceuqerkm5nmpjwzg3hsufu=:",
        "unsigned-payload", "streaming-unsigned-payload-trailer", "streaming-aws4-hmac-sha256-payload",
    ]
}
