import PassAPI
import Services
import Testing
import VirtualTime

@Suite struct SimulatedServiceControlsTests {
    @Test("New lifetimes hold for what is issued from now on, not for what is out")
    func lifetimes() {
        let desk = Desk()
        desk.signOn()
        var short = Lifetimes()
        short.authentication = .seconds(60)
        short.media = .seconds(5)
        desk.service.apply(.changeLifetimes(short, requestor: nil, mvpd: nil), at: desk.now)
        desk.now += .seconds(60)
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 200)
        desk.signOn()
        desk.now += .seconds(60)
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 403)
    }

    @Test("A merge takes over what is said and leaves the rest")
    func merge() {
        let desk = Desk()
        var media = Lifetimes()
        media.media = .seconds(420)
        desk.service.apply(.changeLifetimes(media, requestor: nil, mvpd: nil), at: desk.now)
        #expect(desk.service.configuration.lifetimes.media == .seconds(420))
        #expect(desk.service.configuration.lifetimes.authorization == .seconds(86_400))
    }

    @Test("A knob for somebody unknown turns nothing")
    func unknown() {
        let desk = Desk()
        let before = desk.service
        var short = Lifetimes()
        short.authentication = .seconds(60)
        for control in [
            ServiceControl.changeLifetimes(short, requestor: "NOBODY", mvpd: nil),
            .changeLifetimes(short, requestor: "NOBODY", mvpd: "Meadowlark"),
            .changeLifetimes(short, requestor: nil, mvpd: "Nobody"),
            .enableIntegration(requestor: "KITETV", mvpd: "Nobody", isEnabled: false),
            .enableSingleSignOn(requestor: "NOBODY", mvpd: "Meadowlark", isEnabled: false),
        ] {
            desk.service.apply(control, at: desk.now)
        }
        #expect(desk.service == before)
    }
}
