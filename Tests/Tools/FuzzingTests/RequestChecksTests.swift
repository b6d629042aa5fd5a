import FuzzReadings
import PassAPI
import Testing
import VirtualTime

@testable import Fuzzing

/// Requests are held against the calls of the pages.
@Suite struct RequestChecksTests {
    @Test("Each call that the pages have is recognized, and stands for an operation that there is")
    func recognized() throws {
        for number in 0..<2 * RequestPaths.calls.count {
            let (method, url, operation) = RequestPaths.example(number)
            #expect(Operation(rawValue: operation) != nil, "\(operation)")
            try RequestChecks.check(Array("\(method) \(url) HTTP/1.1\r\n\r\n".utf8), isWhole: false)
        }
    }

    @Test("A body that overrides the method says more than the request line")
    func overridden() throws {
        let line = "POST https://api.auth.adobe.com/api/v1/tokens/authn HTTP/1.1\r\n"
        let type = "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
        for body in ["_method=GET", "a=b&%5Fmethod=GET", "{\"_\\u006dethod\":\"GET\"}"] {
            try RequestChecks.check(Array((line + type + body).utf8), isWhole: false)
        }
    }

    @Test("The first line becomes that of a documented call, and keeps its query")
    func mutation() throws {
        let input = Array("GET https://kite.example/a?b=1 HTTP/1.1\r\nHost: a\r\n\r\nbody".utf8)
        var urls: Set<String> = []
        for seed in 0..<200 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let output = RequestText.withDocumentedPath(input, &generator)
            let request = try #require(RequestText.request(output))
            #expect(RequestPaths.operation(request.method, request.url) != nil)
            #expect(request.url.hasSuffix("?b=1"))
            #expect(request.body == Array("body".utf8))
            urls.insert(request.url)
        }
        #expect(urls.count > 25)
    }
}
