import Documents
import PassAPI
import VirtualTime

// What is sent: as the app writes it where a recording shows that, else as the documents do.

extension BehaviorClient {
    /// Calls the service, after what gives access to it.
    mutating func send(_ operation: Operation, isPoll: Bool = false) {
        if let first = accessCall(before: operation, buffer.wall) {
            plan = [isPoll ? .poll : .call(operation)] + plan
            if isPoll { errand?.polls &-= 1 }
            errand?.accessCalls &+= 1
            assumeOnward("registration")
            buffer.enter(.registration)
            return post(first, isPoll: false)
        }
        if let step = Self.step(of: operation, isPoll: isPoll) { buffer.enter(step) }
        post(operation, isPoll: isPoll)
    }

    private mutating func post(_ operation: Operation, isPoll: Bool) {
        let request = request(operation, isPoll: isPoll)
        waiting = .response(buffer.send(request), request, isPoll: isPoll)
    }

    private static func step(of operation: Operation, isPoll: Bool) -> FlowStep? {
        if isPoll { return .regularLogin }
        switch operation.role {
        case .check, .token, .tokenByCode: return operation.interface == .restV1 ? .checkToken : nil
        case .code, .loginEnd: return .regularLogin
        case .login: return operation.interface == .restV1 ? .regularLogin : nil
        case .decision, .media: return .authorization
        case .logout: return .logout
        case .registration, .accessToken, .individualization, .providers, .codeCompletion, .codeRecord, .codeDeletion,
            .loginStep,
            .platformRequest, .platformExchange, .checkByCode, .tempPass, .heldDecision, .preauthorization,
            .preauthorizationByCode, .signature, .metadata, .metadataByKey, .trialReset:
            return nil
        }
    }

    // MARK: Access

    /// The call of Dynamic Client Registration that has to come first; nil if none has.
    private mutating func accessCall(before operation: Operation, _ now: Instant) -> Operation? {
        guard operation.interface != .clientRegistration, behavior.registration != .never,
            carriesBearer(operation), (errand?.accessCalls ?? 0) < 4
        else { return nil }
        if !hasStarted {
            hasStarted = true
            switch behavior.registration {
            case .eachStart: memory.access.forget()
            case .tokenEachStart: memory.access.forgetToken()
            case .whenNeeded, .whenRefused, .never: break
            }
        }
        return memory.access.missing(
            at: now,
            configuration.softwareStatement,
            looksAtClock: behavior.registration != .whenRefused
        )?.operation
    }

    private func carriesBearer(_ operation: Operation) -> Bool {
        guard behavior.access == .bearer else { return false }
        guard let template = template(of: operation) else {
            return operation.caller != .loginPage && operation.caller != .player
        }
        return template["Authorization"] != nil
    }

    // MARK: The dialect

    /// True if the app authorizes in the SDKs' protocol.
    var speaksSDK: Bool {
        configuration.templates.contains {
            $0.operation.interface == .accessEnabler && [.authorization, .media].contains($0.operation.purpose)
        }
    }

    /// The call for an authorization.
    var authorizeCall: Operation { call(for: .decision) }

    /// The call for a media token.
    var mediaCall: Operation { call(for: .media) }

    /// The page that opens a login for the app itself.
    var loginPage: Operation {
        OperationSpecification.Interface.accessEnabler.operation(for: .login) ?? call(for: .login)
    }

    /// The operation with which the app serves a role in its dialect: what it was seen to call, else what goes with that.
    func call(for role: CallRole) -> Operation {
        if role == .decision || role == .media,
            let known = configuration.templates.first(where: { $0.operation.role == role })
        {
            return known.operation
        }
        guard speaksSDK else { return role.documented }
        let isBrowsers = configuration.templates.contains {
            $0.operation.caller == .browserApp && [.decision, .media].contains($0.operation.role)
        }
        let interface = OperationSpecification.Interface.accessEnabler
        return interface.operation(for: role, calledBy: isBrowsers ? .browserApp : .nativeApp) ?? role.documented
    }

    /// The operation of a planned call.
    func operation(of call: PlannedCall) -> Operation {
        switch call {
        case .role(.decision): authorizeCall
        case .role(.media): mediaCall
        case .role(let role): role.documented
        case .operation(let operation): operation
        }
    }

    /// The step of a planned call.
    func step(_ call: PlannedCall) -> Step { .call(operation(of: call)) }

    /// Checks whether the app is known to make this call, or nothing is known of it.
    func knows(_ operation: Operation) -> Bool {
        configuration.templates.isEmpty || template(of: operation) != nil
    }

    /// A recorded request of this operation, of the resource at hand if there is one.
    private func template(of operation: Operation) -> PassRequest? {
        // Code and assertion are what the user brings to this login.
        if let typed = typedLogin?.first(where: { $0.operation == operation }) { return typed }
        let resource = errand?.resource.map { MRSSResource($0).canonical }
        return configuration.template(of: operation, resource: resource)
    }

    // MARK: Writing

    /// A request of this operation, with what the app holds at present.
    mutating func request(_ operation: Operation, isPoll: Bool = false) -> PassRequest {
        let polling = isPoll ? configuration.pollTemplate.flatMap { $0.operation == operation ? $0 : nil } : nil
        guard let template = polling ?? template(of: operation) else {
            return signed(documented(operation), at: buffer.wall)
        }
        var request = template
        let isPreauthorization = operation.purpose == .preauthorization
        if case .preauthorize(let resources)? = errand?.pendingRequest, isPreauthorization {
            request["resource"] = request["resource"].map { _ in resources.joined(separator: ",") }
            if request["resource_id"] != nil {
                request["resource_id"] = nil
                request.parameters += resources.map { PassRequest.Parameter("resource_id", $0) }
            }
        } else if let resource = errand?.resource, !isPreauthorization {
            for name in ["resource", "resource_id"] {
                guard let old = request[name] else { continue }
                request[name] = Self.isEncoded(old) ? Base64.encode(Array(resource.utf8)) : resource
            }
        }
        for name in ["code", "reg_code"] where request[name] != nil { request[name] = memory.code ?? request[name] }
        fillTokens(&request)
        authorize(&request, template, at: buffer.wall)
        return request
    }

    /// Checks whether a resource is written in Base64, as `tvs/v1/sign` has it.
    private static func isEncoded(_ resource: String) -> Bool {
        guard let bytes = try? Base64.decode(resource) else { return false }
        return bytes.first == UInt8(ascii: "<")
    }

    private func fillTokens(_ request: inout PassRequest) {
        if request["authentication_token"] != nil, let text = memory.authentication.text {
            request["authentication_token"] = text
        }
        if request["authz_token"] != nil, let resource = errand?.resource,
            let text = memory.authorization(of: resource)?.text
        {
            request["authz_token"] = text
        }
        if request.operation == .accessToken, let credentials = memory.access.credentials {
            request["client_id"] = credentials.clientID
            request["client_secret"] = credentials.clientSecret
        }
        for name in ["mvpd", "mso_id"] where request[name]?.isEmpty == false {
            request[name] = memory.mvpd ?? request[name]
        }
        if let old = request["mediaToken"], let token = memory.mediaToken {
            request["mediaToken"] =
                Base64.isMarkup(token) && !Base64.isMarkup(old) ? Base64.encode(Array(token.utf8)) : token
        }
    }

    /// Shows on whose behalf the call is made.
    private func authorize(_ request: inout PassRequest, _ template: PassRequest, at now: Instant) {
        guard let old = request["Authorization"] else { return }
        switch behavior.access {
        case .none: request["Authorization"] = nil
        case .bearer: request["Authorization"] = memory.access.token.map { "Bearer " + $0.token } ?? old
        case .signedOnce: break
        case .signedEachCall:
            guard let signed = SignedAuthorization(old) else { return }
            let serial = String(buffer.numbers.requestsSoFar)
            var uri = signed.requestURI
            if let code = template.registrationCode, let new = memory.code, code != new {
                uri = uri.split(separator: code, omittingEmptySubsequences: false).joined(separator: new)
            }
            request["Authorization"] = SignedAuthorization.header(
                method: signed.method,
                requestor: signed.requestor,
                nonce: signed.nonce + "-" + serial,
                milliseconds: now.millisecondsSince1970,
                uri: uri,
                publicKey: signed.publicKey,
                signing: { text in Array(text.utf8.suffix(20)) }
            )
        }
    }

    /// A call that no recording shows, with a header like those of the calls that one shows.
    private func signed(_ request: PassRequest, at now: Instant) -> PassRequest {
        guard behavior.access == .signedEachCall || behavior.access == .signedOnce, request["Authorization"] == nil,
            let known = configuration.templates.first(where: {
                $0["Authorization"].flatMap { SignedAuthorization($0) } != nil
            })
        else { return request }
        var request = request
        request["Authorization"] = known["Authorization"]
        authorize(&request, known, at: now)
        return request
    }

    /// A request as the documents have it.
    private func documented(_ operation: Operation) -> PassRequest {
        let bearer = behavior.access == .bearer ? memory.access.token?.token : nil
        let resource = errand?.resource ?? ""
        var device = DeviceContext(requestor: configuration.requestor, deviceID: configuration.deviceID)
        device.deviceInformation = configuration.deviceInformation
        device.accessToken = bearer
        var sdk = SDKContext(requestor: configuration.requestor, deviceID: configuration.deviceID)
        sdk.deviceInformation = configuration.deviceInformation
        sdk.accessToken = bearer
        let token = memory.authentication.text ?? ""
        switch operation {
        case .register, .accessToken:
            return memory.access.request(
                operation == .register ? .registration : .token,
                configuration.softwareStatement,
                deviceInformation: configuration.deviceInformation
            )
        case .createRegistrationCode: return .createRegistrationCode(device)
        case .configuration: return .configuration(device)
        case .checkAuthentication: return .checkAuthentication(device)
        case .readAuthenticationToken: return .readAuthenticationToken(device)
        case .authorize: return .authorize(device, resource: resource)
        case .readAuthorizationToken: return .readAuthorizationToken(device, resource: resource)
        case .mediaToken: return .mediaToken(device, resource: resource)
        case .preauthorize: return .preauthorize(device, resources: [resource])
        case .userMetadata: return .userMetadata(device)
        case .logout: return .logout(device)
        case .sdkAuthenticate:
            return .sdkAuthenticate(
                requestor: configuration.requestor,
                mvpd: memory.mvpd ?? "",
                redirectURL: configuration.redirectURL
            )
        case .sessionDevice: return .sessionDevice(sdk, code: behavior.login == .code ? memory.code : nil)
        case .session: return .session(sdk, code: memory.code)
        case .authorizeDevice:
            return .authorizeDevice(sdk, resource: resource, mvpd: memory.mvpd ?? "", authenticationToken: token)
        case .sdkAuthorize:
            return .sdkAuthorize(sdk, resource: resource, mvpd: memory.mvpd ?? "", authenticationToken: token)
        case .deviceShortAuthorize, .shortAuthorize:
            let text = memory.authorization(of: resource)?.text ?? ""
            return operation == .shortAuthorize
                ? .shortAuthorize(sdk, authorizationToken: text, sessionGUID: "")
                : .deviceShortAuthorize(sdk, authorizationToken: text, sessionGUID: "")
        case .sdkLogout: return .sdkLogout(sdk, mvpd: memory.mvpd)
        case .sdkUserMetadata: return .sdkUserMetadata(sdk, mvpd: memory.mvpd, authenticationToken: token)
        case .readAuthenticationByCode, .checkAuthenticationByCode:
            return PassRequest(
                operation,
                [.init("requestor", configuration.requestor), .init("code", memory.code ?? "")]
                    + (bearer.map { [.init("Authorization", "Bearer " + $0)] } ?? [])
            )
        default:
            return PassRequest(
                operation,
                [.init("requestor", configuration.requestor), .init("deviceId", configuration.deviceID)]
            )
        }
    }
}
