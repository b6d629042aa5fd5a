import Checkout
import Testing

/// The things that headers must not drag in, which only a clean build would notice.
@Suite struct HeaderTests {
    @Test("No header of libxml2 but its version is read before its ICU is taken back")
    func icu() throws {
        let shim = try #require(Checkout.files(below: "Sources/C/CLibXML2", suffix: "shim.h").first)
        let lines = SourceFile(path: shim).lines.filter { $0.hasPrefix("#") }
        let includes = lines.indices.filter { lines[$0].hasPrefix("#include <libxml/") }
        let undone = try #require(lines.firstIndex(of: "#undef LIBXML_ICU_ENABLED"))
        #expect(includes.filter { $0 < undone }.map { lines[$0] } == ["#include <libxml/xmlversion.h>"])
        #expect(includes.filter { $0 > undone }.count > 1)
        let other = Checkout.files(below: "Sources", suffix: ".h") + Checkout.files(below: "Sources", suffix: ".c")
        let strays = other.filter { path in
            path != shim && SourceFile(path: path).lines.contains { $0.contains("<libxml/") }
        }
        expectNone(strays, "libxml2's headers are read in \(shim) only, not in")
    }
}
