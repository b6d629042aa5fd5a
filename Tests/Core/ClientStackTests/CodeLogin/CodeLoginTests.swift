import ClientStack
import PassAPI
import Testing

struct CodeLoginTests {
    @Test("rest-api-v1.md §7.2: the navigation of a page where a code is typed; Adobe's domain where none is known")
    func initiateAuthentication() {
        let page = CodeLogin(requestor: "KITETV").page(code: "K7TQ2MX", mvpd: "Plover")
        #expect(page.operation == .initiateAuthentication)
        #expect(page["reg_code"] == "K7TQ2MX")
        #expect(page["requestor_id"] == "KITETV")
        #expect(page["mso_id"] == "Plover")
        #expect(page["domain_name"] == "adobe.com")
        #expect(page["redirect_url"] == "https://adobe.com/")
    }

    @Test("access-enabler.md §14.3: a client of the browser navigates to the SDKs' own login")
    func sdkAuthenticate() {
        let login = CodeLogin(
            requestor: "KITETV",
            domainName: "kite.example",
            redirectURL: "https://kite.example/",
            navigation: .sdkAuthenticate
        )
        let page = login.page(code: "K7TQ2MX", mvpd: "Plover")
        #expect(page.operation == .sdkAuthenticate)
        #expect(page["reg_code"] == "K7TQ2MX")
        #expect(page["domain_name"] == "kite.example")
        #expect(page["redirect_url"] == "https://kite.example/")
    }
}
