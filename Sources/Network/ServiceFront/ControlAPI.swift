import Documents
import Report
import Simulation
import SubscriberAccount

/// The description of the control interface as OpenAPI 3.1 has it, made from the resources there are.
package enum ControlAPI {
    /// The description, as JSON.
    package static func document(version: String) -> String {
        var paths: JSONObject = [:]
        for resource in ControlResource.allCases { paths[resource.path] = .object(path(resource)) }
        return JSONLine.text(of: [
            "openapi": .string("3.1.0"),
            "info": .object(["title": .string("Kinescope's control interface"), "version": .string(version)]),
            "paths": .object(paths),
            "components": .object([
                "securitySchemes": .object([
                    "token": .object(["type": .string("http"), "scheme": .string("bearer")])
                ]),
                "schemas": .object(schemas),
            ]),
        ])
    }

    /// What steps there are.
    private static var steps: String {
        "Steps of scenarios that are about time, the service, the network or Settings, a line or semicolon between two, and: "
            + ServedStep.ownWords.map { "`\($0.example)`: \($0.meaning)" }.joined(separator: "; ")
    }

    private static func path(_ resource: ControlResource) -> JSONObject {
        var operation: JSONObject = [
            "operationId": .string(resource.rawValue.replacing(".json", with: "")),
            "summary": .string(resource.summary),
        ]
        if !resource.isRead { operation["security"] = .array([.object(["token": .array([])])]) }
        if resource == .steps {
            operation["requestBody"] = .object([
                "required": .bool(true), "description": .string(steps),
                "content": .object([
                    "text/plain": .object([
                        "schema": .object(["type": .string("string")]), "example": .string("advance 31d"),
                    ])
                ]),
            ])
        }
        var responses: JSONObject = ["200": response("done", resource.schema)]
        if let content = EventStream.Content(resource) {
            operation["parameters"] = .array([.object(lastEvent)])
            responses["200"] = response(
                "done; with the type of events, as they happen",
                resource.schema,
                further: events(content)
            )
            responses["503"] = response("more streams of events are open than can be", "Error")
        }
        if resource == .steps {
            responses["400"] = response("the steps are not understood, and none has happened", "Error")
            responses["409"] = response("a step cannot happen; those before it have happened", "StepList")
        }
        if !resource.isRead {
            responses["401"] = response("the token is missing or another one", "Error")
            // The proxy's own, before it is known whom the request is for.
            responses["413"] = .object([
                "description": .string("the body is longer than what is read"),
                "content": .object(["text/plain": .object(["schema": .object(["type": .string("string")])])]),
            ])
        }
        responses["403"] = response("a page of another origin, or a client that is not on this machine", "Error")
        operation["responses"] = .object(responses)
        return [resource.isRead ? "get" : "post": .object(operation)]
    }

    private static func response(
        _ description: String,
        _ schema: String?,
        further: JSONObject = [:]
    ) -> JSONValue {
        let form: JSONObject = schema.map { reference($0) } ?? ["type": .string("object")]
        let content: JSONObject = ["application/json": .object(["schema": .object(form)])]
        return .object([
            "description": .string(description), "content": .object(JSONObject(content.members + further.members)),
        ])
    }

    /// The header by which a reader of events goes on where it stopped.
    private static let lastEvent: JSONObject = [
        "name": .string("Last-Event-ID"), "in": .string("header"),
        "description": .string(
            "The id of the last event that was received, of events alone: those after it follow, and all after any other text"
        ),
        "schema": .object(["type": .string("string")]),
    ]

    /// What a stream has as events.
    private static func events(_ content: EventStream.Content) -> JSONObject {
        let words =
            switch content {
            case .timeline:
                "Events request, step, clock and reset, each with an object of that type as its data, reset a clock"
            case .page:
                "Events opening, moment and clock, each with an object of that type as its data; an opening replaces all before it"
            }
        return [
            EventStream.contentType: .object([
                "schema": .object(["type": .string("string"), "description": .string(words)])
            ])
        ]
    }

    private static func reference(_ name: String) -> JSONObject { ["$ref": .string("#/components/schemas/\(name)")] }

    // MARK: Schemas

    private static var schemas: JSONObject {
        [
            "Error": object("error", ["message": text]),
            "Clock": object("clock", ["at": instant, "rate": count, "isFrozen": truth]),
            "Step": object(
                "step",
                ["text": text, "at": instant, "next": optional("Expiration"), "message": text],
                optional: ["settings": .object(reference("Settings"))]
            ),
            "Settings": object(
                nil,
                [
                    "isRecorded": truth, "permission": .object(["enum": accessStatuses]),
                    "provider": nullable("string"), "user": nullable("string"), "expiresAt": nullable("string"),
                    "prompt": .object(["enum": .array([.string("allow"), .string("deny")])]), "picker": text,
                ]
            ),
            "VSACall": object(
                nil,
                [
                    "call": .object(["enum": .array([.string("checkAccessStatus"), .string("enqueue")])]),
                    "accessStatus": nullable("string"), "provider": nullable("string"),
                    "expiresAt": nullable("string"), "samlByteCount": nullable("integer"),
                    "errorDomain": nullable("string"), "errorCode": nullable("integer"),
                    "vsaCall": nullable("integer"), "nearest": nullable("integer"),
                ]
            ),
            "Expiration": object("expiration", ["kind": text, "subject": nullable("string"), "expiresAt": instant]),
            "Request": object(
                "request",
                [
                    "ordinal": count, "at": instant, "method": text, "url": text, "operation": nullable("string"),
                    "source": .object(["enum": .array(ServedJSON.sources.map { .string($0) })]),
                    "status": nullable("integer"), "fault": nullable("string"), "exchange": nullable("integer"),
                    "unmatched": .object(["type": .array([.string("object"), .string("null")])]),
                    "fields": .object(["type": .string("array")]), "message": text,
                ],
                optional: ["vsa": .object(reference("VSACall"))]
            ),
            "Verdict": object(
                "verdict",
                [
                    "requestCount": count, "vsaCallCount": count, "unmatchedCount": count, "faultCount": count,
                    "differingCount": count,
                    "neverRequested": .object(["type": .string("array")]),
                    "neverRequestedVSACalls": .object(["type": .string("array")]), "isComplete": truth,
                ]
            ),
            "PageOpening": object(
                "opening",
                [
                    "startedAt": instant, "lanes": items, "omittedCount": count, "stops": items, "lives": items,
                ]
            ),
            "PageMoment": object(
                "moment",
                ["stops": items, "lives": items],
                optional: [
                    "event": .object(["type": .string("object")]), "request": .object(reference("Request")),
                    "step": .object(reference("Step")),
                ]
            ),
            "State": .object(["type": .string("object"), "required": .array([.string("type"), .string("source")])]),
            "StepList": list(["Step", "Error"]), "StateList": list(["State"]), "RequestList": list(["Request"]),
            "ExpirationList": list(["Expiration"]), "PageList": list(["PageOpening", "PageMoment"]),
        ]
    }

    private static let text = JSONValue.object(["type": .string("string")])
    private static let instant = JSONValue.object(["type": .string("string"), "format": .string("date-time")])
    private static let count = JSONValue.object(["type": .string("integer"), "minimum": .count(0)])
    private static let items = JSONValue.object([
        "type": .string("array"), "items": .object(["type": .string("object")]),
    ])
    private static let truth = JSONValue.object(["type": .string("boolean")])

    private static let accessStatuses = JSONValue.array(AccountAccessStatus.allCases.map { .string($0.name) })

    private static func nullable(_ type: String) -> JSONValue {
        .object(["type": .array([.string(type), .string("null")])])
    }

    private static func optional(_ name: String) -> JSONValue {
        .object(["oneOf": .array([.object(reference(name)), .object(["type": .string("null")])])])
    }

    private static func object(_ type: String?, _ members: JSONObject, optional: JSONObject = [:]) -> JSONValue {
        let kind: JSONObject = type.map { ["type": .object(["const": .string($0)])] } ?? [:]
        let required = kind.members + members.members
        return .object([
            "type": .string("object"), "properties": .object(JSONObject(required + optional.members)),
            "required": .array(required.map { .string($0.key) }),
        ])
    }

    private static func list(_ names: [String]) -> JSONValue {
        let item: JSONObject =
            names.count == 1 ? reference(names[0]) : ["oneOf": .array(names.map { .object(reference($0)) })]
        return object("list", ["items": .object(["type": .string("array"), "items": .object(item)])])
    }
}
