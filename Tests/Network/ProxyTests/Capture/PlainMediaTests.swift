import Testing

@testable import Proxy

@Suite struct PlainMediaTests {
    @Test(
        "Media is told by the answer's type",
        arguments: [
            ("video/mp4", "video/mp4"), ("audio/aac", "audio/aac"), ("Image/SVG+xml; charset=utf-8", "image/svg+xml"),
            ("font/woff2", "font/woff2"), ("application/mp4", "application/mp4"), ("application/json", nil),
            ("text/html", nil), ("application/vnd.apple.mpegurl", nil), ("audio/mpegurl", nil),
            ("audio/x-mpegurl; charset=utf-8", nil), ("application/dash+xml", nil), ("application/octet-stream", nil),
            ("text/vtt", nil),
        ] as [(String, String?)]
    )
    func types(type: String, kind: String?) {
        #expect(PlainMedia.kind(path: "/a", status: 200, contentType: type) == kind)
    }

    @Test(
        "Without a type that says anything, the path's extension tells",
        arguments: [
            ("/seg/1.ts", ".ts"), ("/seg/1.M4S?token=x.json", ".m4s"), ("/a.jpg#top", ".jpg"), ("/a.json", nil),
            ("/ts", nil), ("/a.ts/b", nil), ("/master.m3u8", nil), ("/manifest.mpd", nil), ("/.", nil), ("", nil),
            ("/averyveryverylongname.woff2", ".woff2"),
        ] as [(String, String?)]
    )
    func extensions(path: String, kind: String?) {
        #expect(PlainMedia.kind(path: path, status: nil, contentType: nil) == kind)
        #expect(PlainMedia.kind(path: path, status: 200, contentType: "application/octet-stream") == kind)
        #expect(PlainMedia.kind(path: path, status: 304, contentType: nil) == kind)
        #expect(PlainMedia.kind(path: path, status: 200, contentType: "application/json") == nil)
    }

    @Test(
        "An answer that refuses media or leads elsewhere is not media",
        arguments: [301, 302, 307, 401, 403, 404, 503]
    )
    func refusals(status: Int) {
        #expect(PlainMedia.kind(path: "/1.ts", status: status, contentType: "video/mp2t") == nil)
        #expect(PlainMedia.kind(path: "/1.ts", status: status, contentType: nil) == nil)
    }
}
