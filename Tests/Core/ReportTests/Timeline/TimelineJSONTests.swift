import Report
import Testing
import VirtualTime

@Suite struct TimelineJSONTests {
    @Test("Each event is one object with all keys in a fixed order, the last line holds the digest")
    func lines() {
        let timeline = TimelineTextTests.timeline
        let lines = TimelineJSON.text(of: timeline).split(separator: "\n")
        #expect(
            lines == [
                #"{"at":"2027-01-15T08:00:00Z","actor":"user","kind":"launch","summary":"the app is launched and signs in","values":[],"details":[]}"#,
                #"{"at":"2027-01-15T08:00:00.012345Z","actor":"client","kind":"v1.checkauthn","summary":"Check Authentication Token requestor=KITETV","values":[{"name":"count","value":404},{"name":"isSuccess","value":false},{"name":"mvpds","value":["Meadowlark"]}],"details":[{"name":"requestor","value":"KITETV"},{"name":"deviceId","value":"/api/v1\n"}]}"#,
                #"{"events":2,"digest":"\#(timeline.digest)"}"#,
            ]
        )
    }
}
