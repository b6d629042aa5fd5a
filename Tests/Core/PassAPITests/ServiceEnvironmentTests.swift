import Testing

@testable import PassAPI

struct ServiceEnvironmentTests {
    @Test(
        "Documented and observed hosts are Adobe's",
        arguments: [
            "api.auth.adobe.com", "api.auth-staging.adobe.com", "sp.auth.adobe.com", "sp.auth-staging.adobe.com",
            "mgmt.auth.adobe.com", "mgmt-prequal.auth.adobe.com", "API.Auth.Adobe.com",
        ]
    )
    func adobe(host: String) {
        #expect(ServiceEnvironment.isAdobe(host: host))
    }

    @Test(
        "Hosts that only look like Adobe's are not",
        arguments: [
            "auth.adobe.com", "www.adobe.com", "api.auth.adobe.com.example.org", "api.auth.adobe.example",
            "evilauth.adobe.com", ".auth.adobe.com", "", "api.authentic.adobe.com",
        ]
    )
    func others(host: String) {
        #expect(!ServiceEnvironment.isAdobe(host: host))
    }

    @Test(
        "Each part of the service has its host",
        arguments: [
            (HostRole.registrationCodes, "api.auth.adobe.com", "api.auth-staging.adobe.com"),
            (.service, "api.auth.adobe.com", "api.auth-staging.adobe.com"),
            (.sdk, "sp.auth.adobe.com", "sp.auth-staging.adobe.com"),
            (.management, "mgmt.auth.adobe.com", "mgmt-prequal.auth.adobe.com"),
        ]
    )
    func parts(role: HostRole, production: String, staging: String) {
        #expect(ServiceEnvironment.production.authority(of: role) == production)
        #expect(ServiceEnvironment.staging.authority(of: role) == staging)
        #expect(ServiceEnvironment.custom("127.0.0.1:1").authority(of: role) == "127.0.0.1:1")
        #expect(ServiceEnvironment.staging.serves(staging.uppercased()))
        #expect(!ServiceEnvironment.staging.serves(production + ":8443"))
    }

    @Test("A custom environment is recognized by host and port")
    func custom() {
        let service = ServiceEnvironment.custom("127.0.0.1:8080", scheme: "http")
        let call = request("GET", "http://127.0.0.1:8080/api/v1/checkauthn?deviceId=d")
        #expect(PassRequest(recognizing: call) == nil)
        #expect(PassRequest(recognizing: call, servedBy: service)?.operation == .checkAuthentication)
        let elsewhere = request("GET", "http://127.0.0.1:8081/api/v1/checkauthn?deviceId=d")
        #expect(PassRequest(recognizing: elsewhere, servedBy: service) == nil)
    }
}
