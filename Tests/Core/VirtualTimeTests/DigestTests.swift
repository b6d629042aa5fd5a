import Testing
import VirtualTime

/// FNV-1a of the bytes and then of their count as eight bytes, lowest first.
@Suite struct DigestTests {
    @Test(
        "A text has the digest of the reference",
        arguments: [
            ("", "a8c7f832281a39c5"), ("a", "dedf9f982e43402d"), ("foobar", "5350172cc9a331ae"),
        ]
    )
    func known(text: String, digits: String) {
        var digest = Digest()
        digest.absorb(text)
        #expect(digest.description == digits)
    }

    @Test("The digest of nothing is FNV's offset basis")
    func nothing() {
        #expect(Digest().value == 0xcbf2_9ce4_8422_2325)
        #expect(Digest().description == "cbf29ce484222325")
    }

    @Test("Where one text ends and the next begins counts")
    func boundaries() {
        func digest(_ texts: [String]) -> UInt64 { texts.reduce(into: Digest()) { $0.absorb($1) }.value }
        #expect(digest(["ab", "c"]) != digest(["a", "bc"]))
        #expect(digest(["abc"]) != digest(["abc", ""]))
        #expect(digest(["a", "b"]) != digest(["b", "a"]))
    }

    @Test("An instant is its second and its nanosecond; texts and bytes are absorbed alike")
    func forms() {
        var (one, other) = (Digest(), Digest())
        one.absorb(Instant(secondsSince1970: -1, nanosecond: 7))
        other.absorb(UInt64.max)
        other.absorb(7 as UInt64)
        #expect(one == other)
        one.absorb("é")
        other.absorb([0xC3, 0xA9])
        #expect(one == other)
    }
}
