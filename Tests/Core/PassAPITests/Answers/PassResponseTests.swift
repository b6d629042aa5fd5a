import Exchanges
import Testing
import VirtualTime

@testable import PassAPI

struct PassResponseTests {
    @Test(
        "K-11: the check answers 200 or 403, and only 200 is yes",
        arguments: [
            (200, nil, true), (200, "{}", true), (403, #"{"status":403,"message":"Forbidden"}"#, false),
            (403, nil, false), (404, nil, false),
        ]
    )
    func check(status: Int, body: String?, isYes: Bool) {
        #expect(PassResponse(reading: response(status, body), for: .checkAuthentication).isSuccess == isYes)
    }

    @Test(
        "K-23, K-29: the MVPD list carries the platform's properties in JSON and XML",
        arguments: ResponseFormat.allCases
    )
    func platformProperties(format: ResponseFormat) throws {
        let json = """
            {"requestor":{"id":"KITETV","mvpds":[{"id":"Meadowlark","displayName":"Meadowlark Cable",
            "enablePlatformServices":true,"boardingStatus":"SUPPORTED","displayInPlatformPicker":"true",
            "platformMappingId":"com.example.meadowlark","requiredMetadataFields":["uid","householdID"]}]}}
            """
        let xml = """
            <config><requestor><id>KITETV</id><mvpds><mvpd><id>Meadowlark</id>
            <displayName>Meadowlark Cable</displayName><enablePlatformServices>true</enablePlatformServices>
            <boardingStatus>SUPPORTED</boardingStatus><displayInPlatformPicker> true </displayInPlatformPicker>
            <platformMappingId>com.example.meadowlark</platformMappingId>
            <requiredMetadataFields>uid</requiredMetadataFields>
            <requiredMetadataFields>householdID</requiredMetadataFields></mvpd></mvpds></requestor></config>
            """
        let read = PassResponse(reading: response(200, format == .json ? json : xml), for: .configuration)
        guard case .configuration(let configuration) = read.content else {
            Issue.record("\(read)")
            return
        }
        let mvpd = try #require(configuration.mvpds.first)
        #expect(mvpd.platformMappingID == "com.example.meadowlark")
        #expect(mvpd.enablePlatformServices)
        #expect(mvpd.boardingStatus == .supported)
        #expect(mvpd.displayInPlatformPicker)
        #expect(mvpd.requiredMetadataFields == ["uid", "householdID"])
    }

    @Test(
        "K-29: required fields are read in every encoding",
        arguments: [
            "<requiredMetadataFields>a</requiredMetadataFields><requiredMetadataFields>b</requiredMetadataFields>",
            "<requiredMetadataFields><value>a</value><value>b</value></requiredMetadataFields>",
            "<requiredMetadataFields>a, b</requiredMetadataFields>",
        ]
    )
    func requiredFields(xml: String) {
        let body = "<config><requestor><id>R</id><mvpds><mvpd><id>M</id>\(xml)</mvpd></mvpds></requestor></config>"
        guard
            case .configuration(let configuration) =
                PassResponse(reading: response(200, body), for: .configuration).content
        else {
            Issue.record("unread")
            return
        }
        #expect(configuration.mvpds.first?.requiredMetadataFields == ["a", "b"])
    }

    @Test(
        "K-47, K-53: the profile request's payload is kept character by character",
        arguments: ["PD94bWw+Cg==", " PD94\r\nbWw+\n", "<?xml version=\"1.0\"?>\n<q/>\n", "-"]
    )
    func profileRequest(payload: String) {
        let read = PassResponse(reading: response(200, payload), for: .profileRequest)
        #expect(read.content == .profileRequest(payload))
        #expect(read.httpResponse(for: .profileRequest).body == Array(payload.utf8))
    }

    @Test("K-64: 204 says that the token was made; 400 says that it was not", arguments: [(204, true), (400, false)])
    func exchange(status: Int, isMade: Bool) {
        #expect(PassResponse(reading: response(status), for: .exchangeToken).isSuccess == isMade)
    }

    @Test("K-78: tokenSource tells platform sign-on", arguments: ["Apple", "Other", nil])
    func tokenSource(source: String?) {
        let member = source.map { #", "tokenSource": "\#($0)""# } ?? ""
        let body = #"{"updated":1767225600,"data":{"userID":"u"\#(member)}}"#
        guard
            case .userMetadata(let metadata) =
                PassResponse(reading: response(200, body), for: .userMetadata).content
        else {
            Issue.record("unread")
            return
        }
        #expect(metadata.tokenSource == source)
        #expect(metadata.encrypted == [])
    }

    @Test(
        "User metadata is dated in seconds, and in milliseconds where seconds make no sense",
        arguments: ["1767225600", "\"1767225600\"", "1767225600000", "1.7672256e9"]
    )
    func updated(number: String) {
        let read = PassResponse(reading: response(200, #"{"updated":\#(number),"data":{}}"#), for: .userMetadata)
        #expect(read.content == .userMetadata(UserMetadata(updated: Instant(secondsSince1970: 1_767_225_600))))
    }

    @Test("Where the body is silent, the front end's headers say why")
    func errorHeaders() {
        let headers = [
            ("authzf-error-code", "authzNone"), ("Authzf-Sub-Error-Code", "1010"), ("Authzf-Error-Details", "d"),
        ]
        let expected = PassError(code: "authzNone", message: "1010", details: "d")
        #expect(PassResponse(reading: response(403, nil, headers), for: .sdkAuthorize).content == .error(expected))
        #expect(PassResponse(reading: response(403, "<html/>", headers), for: .authorize).content == .error(expected))
        let body = #"{"status":403,"code":"c","message":"m"}"#
        #expect(
            PassResponse(reading: response(403, body, headers), for: .authorize).content
                == .error(PassError(status: 403, code: "c", message: "m", details: "d"))
        )
        #expect(PassResponse(reading: response(204, nil, headers), for: .logout).content == .empty)
    }
}
