import Device
import Simulation
import SubscriberAccount
import Testing

@Suite struct DeviceOptionsTests {
    @Test("No two decisions about a device have one name")
    func names() {
        let names = DeviceOptions.table.options.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.count > PlatformAssumptions.table.options.count)
    }

    @Test(
        "Each decision can be read, and each of its words written and read again",
        arguments: DeviceOptions.table.options.map(\.name)
    )
    func roundTrip(name: String) throws {
        let option = try #require(DeviceOptions.table.option(named: name))
        let words: [String]
        switch option.values {
        case .words(let list): words = list
        case .yesOrNo: words = ["yes", "no"]
        default: words = [option.read(DeviceOptions())]
        }
        #expect(words.contains(option.read(DeviceOptions())))
        for word in words {
            var options = DeviceOptions()
            #expect(option.write(&options, word))
            #expect(option.read(options) == word)
            let changes = word != option.read(DeviceOptions())
            #expect((options != DeviceOptions()) == changes)
        }
        var options = DeviceOptions()
        #expect(!option.write(&options, "perhaps"))
        #expect(options == DeviceOptions())
    }
}
