import PassAPI
import Testing

@testable import History

@Suite struct PassRequestRolesTests {
    @Test("A native app signs its call or names its device; what does neither is a browser's")
    func browserOnly() {
        var session = PassRequest(.session)
        #expect(session.isBrowserOnly)
        session["device_id"] = "tv"
        #expect(!session.isBrowserOnly)
        #expect(!PassRequest(.sessionDevice).isBrowserOnly)
    }

    @Test("A browser opens a login and asks by code whether it worked; a device that polls by code is none")
    func secondScreen() {
        #expect(PassRequest(.initiateAuthentication).isSecondScreen && PassRequest(.initiateAuthentication).isLoginPage)
        #expect(PassRequest(.checkAuthenticationByCode).isSecondScreen)
        #expect(!PassRequest(.checkAuthenticationByCode).isLoginPage)
        #expect(!PassRequest(.readAuthenticationByCode).isSecondScreen)
    }
}
