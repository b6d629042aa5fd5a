import Testing
import VirtualTime

@testable import Services

@Suite struct TrialsTests {
    static let began = Instant(secondsSince1970: 1_767_225_600)

    static func trial(_ device: String, key: String? = nil, requestor: String = "KITETV") -> Trial {
        Trial(
            requestor: requestor,
            mvpd: "TempPass",
            device: device,
            key: key,
            began: began,
            ends: began + .seconds(60)
        )
    }

    @Test("Device and hash lead to one trial, and whoever joins by one is known by the other from then on")
    func joining() {
        var trials = Trials()
        _ = trials.join(Self.trial("a", key: "k"))
        let byKey = trials.join(Self.trial("b", key: "k"))
        let byDevice = trials.join(Self.trial("b", key: "other"))
        #expect([byKey.device, byDevice.device] == ["a", "a"])
        #expect(trials.find("KITETV", "TempPass", device: "c", key: "other")?.device == "a")
        #expect(trials.find("KITETV", "TempPass", device: "c", key: nil) == nil)
        #expect(trials.all.count == 1)
    }

    @Test("Another requestor's trial is another one")
    func requestors() {
        var trials = Trials()
        _ = trials.join(Self.trial("a"))
        #expect(trials.find("HARBORTV", "TempPass", device: "a", key: nil) == nil)
        _ = trials.join(Self.trial("a", requestor: "HARBORTV"))
        trials.reset("KITETV", "TempPass")
        #expect(trials.all.count == 1)
        #expect(trials.find("HARBORTV", "TempPass", device: "a", key: nil) != nil)
    }

    @Test("The last resource there is room for opens, the next does not, an old one does again")
    func opening() {
        var trials = Trials()
        let trial = trials.join(Self.trial("a"))
        func open(_ resource: String, limit: Int?) -> Bool { trials.open(resource, trial, limit: limit) }
        #expect(open("1", limit: 1))
        #expect(!open("2", limit: 1))
        #expect(open("1", limit: 1))
        #expect(open("2", limit: nil))
        trials.reset("KITETV", "TempPass", device: "a")
        #expect(!open("1", limit: nil))
    }
}
