import Documents
import Testing

@testable import PassAPI

@Suite struct DeviceInformationFieldTests {
    private static func encoded(_ json: String) -> String { Base64.encode(Array(json.utf8)) }

    /// Name, recorded value and value now of each field.
    private static func texts(_ recorded: String?, _ replayed: String?) -> [[String?]] {
        DeviceInformationField.all(recorded: recorded, replayed: replayed).map {
            [$0.name, $0.recorded?.wrappedValue, $0.replayed?.wrappedValue]
        }
    }

    @Test("Fields come in the recorded order, those that agree too, and those of one side")
    func fields() {
        let (old, new) = (Self.encoded(#"{"a":"1","b":"2"}"#), Self.encoded(#"{"c":"3","b":"2"}"#))
        #expect(
            Self.texts(old, new) == [
                ["X-Device-Info.a", "1", nil], ["X-Device-Info.b", "2", "2"], ["X-Device-Info.c", nil, "3"],
            ]
        )
        #expect(Self.texts(nil, old) == [["X-Device-Info.a", nil, "1"], ["X-Device-Info.b", nil, "2"]])
        #expect(Self.texts(nil, nil) == [])
    }

    @Test("Where one has none that can be read, both are compared as they were sent")
    func whole() {
        let old = Self.encoded(#"{"a":"1"}"#)
        for (recorded, replayed) in [(old, nil), (old, "!"), ("!", old), (nil, "!")] as [(String?, String?)] {
            #expect(Self.texts(recorded, replayed) == [["X-Device-Info", recorded, replayed]])
            #expect(DeviceInformationField.all(recorded: recorded, replayed: replayed).allSatisfy { $0.isWhole })
        }
    }

    @Test("What is beyond the fields that are told apart is one, which is not the whole")
    func further() throws {
        func information(_ last: String) -> String {
            DeviceInformation((0..<DeviceInformation.listedFields).map { .init("k\($0)", "v") } + [.init(last, "v")])
                .headerValue
        }
        let found = DeviceInformationField.all(recorded: information("a"), replayed: information("b"))
        #expect(found.count == DeviceInformation.listedFields + 1)
        let last = try #require(found.last)
        #expect(last.recorded == #"{"a":"v"}"# && last.replayed == #"{"b":"v"}"# && !last.isWhole)
    }

    @Test("For a person the names are enough, or the beginning")
    func summary() {
        #expect(DeviceInformationField.summary(of: Self.encoded(#"{"model":"A","osName":"B"}"#)) == "model, osName")
        #expect(DeviceInformationField.summary(of: Self.encoded("{}")) == "{}")
        #expect(DeviceInformationField.summary(of: "!") == "!")
    }
}
