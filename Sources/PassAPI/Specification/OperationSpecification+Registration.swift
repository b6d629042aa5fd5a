extension OperationSpecification {
    /// Dynamic Client Registration and registration codes (rest-api-v1.md §3, §6).
    static let registration: [OperationSpecification] = [
        // dcr/apis/dynamic-client-registration-apis-retrieve-client-credentials.md; §3.1
        OperationSpecification(
            .register,
            "Client Registration",
            "POST",
            ["/o/client/register"],
            answer: .json,
            [
                .carried("software_statement", [.json, .form], isRequired: true),
                .carried("redirect_uri", [.json, .form]),
                .deviceInformation,
            ]
        ),
        // dcr/apis/dynamic-client-registration-apis-retrieve-access-token.md; §3.2
        OperationSpecification(
            .accessToken,
            "Access Token Request",
            "POST",
            ["/o/client/token"],
            answer: .json,
            grants: .issues(
                .accessToken,
                text: "access_token",
                made: InstantField(name: "created_at", form: .millisecondsOrSeconds),
                expires: InstantField(name: "expires_in", form: .secondsAfter("created_at"))
            ),
            [
                .carried("grant_type", [.form, .query], isRequired: true),
                .carried("client_id", [.form, .query], isRequired: true),
                .carried("client_secret", [.form, .query], isRequired: true),
                .deviceInformation,
            ]
        ),
        // v1/registration-code-request.md; §6.1
        OperationSpecification(
            .createRegistrationCode,
            "Registration Code Request",
            host: .registrationCodes,
            "POST",
            ["/reggie/v1/{requestor}/regcode", "/reggie/v1/regcode"],
            grants: .issues(
                .registrationCode,
                text: "code",
                made: .milliseconds("generated"),
                expires: .milliseconds("expires")
            ),
            [
                .requestor([.path, .form, .query]), .device([.form, .query]),
                .carried("mvpd", [.form, .query]), .carried("ttl", [.form, .query]),
                .carried("registrationURL", [.form, .query]),
            ] + ParameterSpecification.deprecated + [.deviceInformation, .authorization]
        ),
        // v1/return-registration-record.md; §6.2
        OperationSpecification(
            .readRegistrationRecord,
            "Return Registration Record",
            host: .registrationCodes,
            "GET",
            ["/reggie/v1/{requestor}/regcode/{code}", "/reggie/v1/regcode/{code}"],
            grants: .issues(
                .registrationCode,
                text: "code",
                made: .milliseconds("generated"),
                expires: .milliseconds("expires")
            ).asks(about: .registrationCode),
            [.requestor([.path, .query]), .code, .authorization]
        ),
        // v1/delete-registration-record.md; §6.3, whose own example leaves out the requestor
        OperationSpecification(
            .deleteRegistrationRecord,
            "Delete Registration Record",
            host: .registrationCodes,
            "DELETE",
            ["/reggie/v1/{requestor}/regcode/{code}", "/reggie/v1/regcode/{code}"],
            grants: .ends(.registrationCode),
            [.requestor([.path, .query]), .code, .authorization]
        ),
    ]
}
