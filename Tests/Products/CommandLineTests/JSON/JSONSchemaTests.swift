import Documents
import Testing

@Suite struct JSONSchemaTests {
    private func validate(_ value: String, _ schema: String) throws {
        let schema = try JSONSchema(parsing: Array(schema.utf8))
        try schema.validate(try JSONValue(parsing: Array(value.utf8)))
    }

    private func isValid(_ value: String, _ schema: String) -> Bool { (try? validate(value, schema)) != nil }

    @Test(
        "Each keyword accepts what it should",
        arguments: [
            (#""a""#, #"{"type":"string"}"#), ("null", #"{"type":["string","null"]}"#), ("3", #"{"type":"integer"}"#),
            ("3.5", #"{"type":"number"}"#), ("true", #"{"type":"boolean"}"#), ("[]", #"{"type":"array"}"#),
            ("{}", #"{"type":"object"}"#), ("1", #"{"const":1}"#), (#""b""#, #"{"enum":["a","b"]}"#),
            (#"{"a":1}"#, #"{"required":["a"],"properties":{"a":{"const":1}},"additionalProperties":false}"#),
            (#"{"a":1}"#, #"{"additionalProperties":{"type":"integer"}}"#), ("[1,2]", #"{"items":{"type":"integer"}}"#),
            (#""ab""#, #"{"pattern":"^a"}"#), ("3", #"{"minimum":3,"maximum":3}"#), (#""a""#, #"{"minLength":1}"#),
            ("[1]", #"{"minItems":1}"#), (#"{"a":1}"#, #"{"minProperties":1,"maxProperties":1}"#),
            ("1", #"{"oneOf":[{"type":"string"},{"type":"integer"}]}"#),
            ("1", ##"{"$ref":"#/$defs/n","$defs":{"n":{"type":"integer"}}}"##),
            ("1", #"{"$schema":"s","title":"t","description":"d"}"#),
        ]
    )
    func accepts(value: String, schema: String) throws {
        try validate(value, schema)
    }

    @Test(
        "Each keyword refuses what it should",
        arguments: [
            ("1", #"{"type":"string"}"#), ("1", #"{"type":["string","null"]}"#), ("3.5", #"{"type":"integer"}"#),
            ("1", #"{"type":"boolean"}"#), ("{}", #"{"type":"array"}"#), ("[]", #"{"type":"object"}"#),
            ("0", #"{"type":"null"}"#), ("2", #"{"const":1}"#), (#""c""#, #"{"enum":["a","b"]}"#),
            ("{}", #"{"required":["a"]}"#), (#"{"a":2}"#, #"{"properties":{"a":{"const":1}}}"#),
            (#"{"b":2}"#, #"{"properties":{"a":{}},"additionalProperties":false}"#),
            (#"{"a":"1"}"#, #"{"additionalProperties":{"type":"integer"}}"#),
            (#"[1,"2"]"#, #"{"items":{"type":"integer"}}"#), (#""ba""#, #"{"pattern":"^a"}"#), ("2", #"{"minimum":3}"#),
            ("4", #"{"maximum":3}"#), (#""""#, #"{"minLength":1}"#), ("[]", #"{"minItems":1}"#),
            ("{}", #"{"minProperties":1}"#), (#"{"a":1,"b":1}"#, #"{"maxProperties":1}"#),
            ("true", #"{"oneOf":[{"type":"string"},{"type":"integer"}]}"#),
            ("1", #"{"oneOf":[{"type":"integer"},{"minimum":0}]}"#),
            (#""1""#, ##"{"$ref":"#/$defs/n","$defs":{"n":{"type":"integer"}}}"##),
        ]
    )
    func refuses(value: String, schema: String) {
        #expect(!isValid(value, schema))
    }

    @Test(
        "What is not understood of a schema is an error, never a pass",
        arguments: [
            #"{"format":"date-time"}"#, #"{"anyOf":[{}]}"#, ##"{"$ref":"#/$defs/none"}"##,
            #"{"properties":{"a":true}}"#,
            #"{"oneOf":[{"format":"date"},{"type":"object"}]}"#,
        ]
    )
    func unknown(schema: String) {
        #expect(!isValid(#"{"a":1}"#, schema))
    }

    @Test("A failure says where in the value it is")
    func place() throws {
        let schema = try JSONSchema(parsing: Array(#"{"properties":{"a":{"items":{"type":"string"}}}}"#.utf8))
        let value = try JSONValue(parsing: Array(#"{"a":["b",1]}"#.utf8))
        do {
            try schema.validate(value)
            Issue.record("1 is not a string")
        } catch {
            #expect(error.description == "$.a[1]: 1 is not a string")
        }
    }
}
