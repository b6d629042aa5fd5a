import Documents
import Report
import Testing

@Suite struct PrettyJSONTests {
    @Test("Members keep their order and duplicates, numbers their digits")
    func order() throws {
        let value = try JSONValue(parsing: Array(#"{"b":1.50,"a":[{"c":null},[]],"b":"\u009b"}"#.utf8))
        #expect(
            PrettyJSON.text(of: value) == """
                {
                  "b": 1.50,
                  "a": [
                    {
                      "c": null
                    },
                    []
                  ],
                  "b": "\\u{9b}"
                }
                """
        )
    }
}
