import Documents
import Exchanges
import PassAPI
import Services
import Testing
import VirtualTime

/// The page where a code from a television is typed, and the way from there (rest-api-v1.md §7.2).
@Suite struct SimulatedServiceActivationPagesTests {
    static let address = "https://activate.example/activate"

    @Test("It asks for the code and lists those that are waiting", arguments: [address, "https://activate.example/"])
    func page(address: String) throws {
        let desk = WireDesk()
        #expect(try ReadPage(desk.get(address)).text.contains("No code is waiting"))
        let code = try desk.code()
        let page = try ReadPage(desk.get(address))
        #expect(page.heading == "Connect your television")
        #expect(page.text.contains("\(code): Kite TV"))
        #expect(try page.form().inputs.map { $0.attribute("name") } == ["code"])
        // As a QR code leads here.
        let filled = try ReadPage(desk.get(address + "?code=AB12CD3"))
        #expect(filled.input("code")?.attribute("value") == "AB12CD3")
    }

    @Test("A phone signs the television in: code, provider, login, and a page that confirms it")
    func wholeWay() throws {
        let desk = WireDesk()
        let code = try desk.code()
        let form = try ReadPage(desk.get(Self.address)).form()
        let typed = " \(code.lowercased().prefix(3)) \(code.dropFirst(3)) "
        let choice = try ReadPage(desk.post(form.action, [("code", typed)])).form()
        #expect(choice.hidden.map(\.1) == [code])
        #expect(choice.buttons.map(\.text) == ["Meadowlark Cable", "Northwind Satellite", "Juniper Fiber", "Preview"])
        let way = desk.post(choice.action, choice.hidden + [("mvpd", "Northwind")])
        #expect(way.page == .activationProvider)
        let address = try #require(way.location)
        let query = FormField.parse(URLParts(address).query ?? "").map { "\($0.name)=\($0.value)" }
        #expect(
            query == [
                "reg_code=\(code)", "requestor_id=KITETV", "mso_id=Northwind", "domain_name=kite.example",
                "noflash=true",
                "no_iframe=true", "redirect_url=https://activate.example/done?code=\(code)",
            ]
        )
        let opening = desk.get(address)
        #expect(opening.request?.operation == .initiateAuthentication)
        let page = try ReadPage(desk.get(try #require(opening.location)))
        #expect(page.heading == "Northwind Satellite")
        let end = try #require(desk.logIn(page).location)
        #expect(end == "https://activate.example/done?code=\(code)")
        let done = desk.get(end)
        #expect(done.page == .activated)
        #expect(try ReadPage(done).text.contains("Kite TV at Northwind Satellite as wren"))
        #expect(try desk.call(.readAuthenticationToken(desk.context)).status == 200)
        #expect(try !ReadPage(desk.get(Self.address)).text.contains(code), "it is no longer waiting")
    }

    @Test("A code with a provider leads to its login at once")
    func preselected() throws {
        let desk = WireDesk()
        let code = try desk.code(mvpd: "Juniper")
        let way = desk.post(Self.address, [("code", code)])
        #expect(way.status == 302)
        #expect(way.location?.contains("mso_id=Juniper") == true)
    }

    @Test("A code that does not exist, or has expired, is typed again", arguments: ["", "ZZZZZZZ", "<b>"])
    func unknown(code: String) throws {
        let desk = WireDesk()
        let response = desk.post(Self.address, [("code", code)])
        #expect(response.status == (code.isEmpty ? 200 : 404))
        #expect(response.page == .activationDenied)
        let page = try ReadPage(response)
        #expect(
            page.alert == (code.isEmpty ? "Type the code." : "There is no code \(code). Look at your television again.")
        )
        #expect(page.input("code")?.attribute("value") == code)
    }

    @Test("A code lasts for 30 minutes: one nanosecond before it leads on, then it has expired")
    func expired() throws {
        let desk = WireDesk()
        let code = try desk.code()
        desk.now += .seconds(1_800) - .nanoseconds(1)
        #expect(desk.post(Self.address, [("code", code)]).page == .activationProvider)
        desk.now += .milliseconds(1)
        let expired = desk.post(Self.address, [("code", code)])
        #expect(expired.status == 404)
        #expect(expired.page == .activationDenied)
        #expect(try !ReadPage(desk.get(Self.address)).text.contains(code))
    }

    @Test("The page at the end does not claim a sign-in that was not made")
    func canceled() throws {
        let desk = WireDesk()
        let code = try desk.code()
        for address in ["/done", "/done?code=", "/done?code=none", "/done?code=\(code)"] {
            let page = desk.get("https://activate.example" + address)
            #expect(page.page == .activationDenied)
            #expect(try ReadPage(page).heading == "You are not signed in")
        }
    }

    @Test("An app's own page with a code that has expired leads to a page that explains it")
    func refusedNavigation() throws {
        let desk = WireDesk()
        let code = try desk.code()
        desk.now += .seconds(1_800)
        let refused = desk.get(try desk.address(Desk(registers: false).navigation(code)))
        #expect(refused.status == 400)
        #expect(refused.request?.operation == .initiateAuthentication)
        #expect(try ReadPage(refused).heading == "This code is not valid")
        // A program gets what Adobe sends.
        let program = desk.send("GET", try desk.address(Desk(registers: false).navigation(code)), [])
        #expect(program.status == 400)
        #expect(program.header("Content-Type") == "application/json;charset=UTF-8")
    }
}
