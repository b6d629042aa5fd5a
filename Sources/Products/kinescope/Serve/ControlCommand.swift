import ArgumentParser
import Documents
import Foundation
import Report
import ServiceFront

/// `kinescope control`: steps for what `kinescope serve` serves.
struct ControlCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "control",
        abstract: "Let time pass, or change the service, while kinescope serve runs",
        discussion: """
            EXAMPLES:
              kinescope control 'advance 31d'
              kinescope control 'advance just before authz-token KITE1'
              kinescope control 'revoke wren; degrade Meadowlark authn-all'
              kinescope control 'fault {kind: status 503, on: v1.authorize, times: 2}'
              kinescope control 'age 31d; rate 60'
              kinescope control 'vsa permission granted; vsa sign in Meadowlark wren'
              kinescope control --get expirations

            Steps are those of scenarios that are about time, the service or the network; `age` lets all that the \
            service has issued become older while the clock stays, and `rate` lets the clock go faster, or with 0 \
            stops it. `advance just before` stops it too. `vsa` changes what Settings hold for apps that ask through \
            KinescopeProbe: `vsa sign in`, `vsa sign out`, `vsa permission`, `vsa prompt`, `vsa picker`, `vsa recorded`.

            \(ExitStatus.help(findings: "a step that cannot happen; those before it have happened"))
            """
    )

    @Argument(help: ArgumentHelp("What happens, as in 'advance 31d; revoke wren'", valueName: "steps"))
    var steps: String?

    @Option(help: "Print what is served, in JSON: \(ControlResource.read)")
    var get: String?

    @Flag(help: "Start again: forget requests and changes; the clock continues")
    var reset = false

    @Option(help: "The port that kinescope serve listens at")
    var port = 8080

    @OptionGroup var authority: AuthorityOptions

    @Option(help: "The file of the token; default: where serve writes it", completion: .file())
    var tokenFile: String?

    @Flag(help: "Print JSON Lines")
    var json = false

    func validate() throws {
        guard (1...65_535).contains(port) else { throw ValidationError("--port is a number from 1 to 65535") }
        let count = [steps != nil, get != nil, reset].count { $0 }
        guard count == 1 else { throw ValidationError("give steps, --get or --reset: one of them") }
        if let get, !ControlResource.isRead(get) {
            throw ValidationError("--get \(get): there are \(ControlResource.read)")
        }
    }

    func run() async throws {
        // Who only looks needs none, and sees device ids and codes whole with it.
        let isOptional = get != nil && tokenFile == nil
        let token =
            isOptional ? try? ControlTokenFile.token(at: tokenPath) : try ControlTokenFile.token(at: tokenPath)
        let client = ControlClient(port: port, token: token)
        let response: ControlClient.Response
        do throws(ControlClient.Failure) {
            if let get {
                response = try await client.get(get)
            } else if reset {
                response = try await client.post("reset", "")
            } else {
                response = try await client.post("steps", steps ?? "")
            }
        } catch {
            throw CommandFailure("127.0.0.1:\(port): \(error). \(advice(after: error))")
        }
        try print(response)
    }

    /// Where the token is.
    private var tokenPath: String {
        tokenFile ?? ControlTokenFile.standardPath(in: authority.folder, port: port)
    }

    private func advice(after failure: ControlClient.Failure) -> String {
        switch failure {
        case .nothingListens: "Start kinescope serve, or name its port with --port"
        case .tooLong: "Name the port of kinescope serve with --port"
        case .noResponse where get != nil, .silent where get != nil:
            "Try again, or name the port of kinescope serve with --port"
        case .noResponse, .silent:
            "What was to be changed may have been: kinescope control --port \(port) --get timeline lists what happened"
        }
    }

    private func print(_ response: ControlClient.Response) throws {
        guard let object = try? JSONValue(parsing: response.body).object else {
            throw CommandFailure(
                "127.0.0.1:\(port): no control interface responds here. Name the port of kinescope serve"
            )
        }
        let items = object["items"]?.array?.compactMap(\.object) ?? [object]
        if json || get != nil {
            let output = try JSONOutput(of: "control")
            for item in items { try output.write(item) }
            try output.finish(["itemCount": .count(items.count)])
        } else {
            for item in items where item["type"]?.string != "error" {
                try Terminal.output.writeText((item["message"]?.string ?? JSONValue.object(item).serialized) + "\n")
            }
        }
        guard !(200..<300).contains(response.status) else { return }
        let message = items.last { $0["type"]?.string == "error" }?["message"]?.string ?? "status \(response.status)"
        switch response.status {
        case 409:
            try Terminal.error.writeMessage(ExitStatus.oneLine(message))
            throw ExitStatus.difference.asError
        case 400: throw CommandFailure(message, status: .usage)
        case 401:
            throw CommandFailure(
                "\(tokenPath): the token of another run than the one at port \(port). Name that one's file with --token-file"
            )
        default: throw CommandFailure(message)
        }
    }
}
