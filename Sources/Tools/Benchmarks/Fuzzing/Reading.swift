import Documents
import Exchanges
import Foundation
import Fuzzing
import Inspection
import PassAPI
import RecordingStore
import Report
import ScenarioFiles
import ShellFuzzing
import Tokens
import VirtualTime

/// The parsers, by the names of the fuzz targets.
enum Reading {
    static let names = (FuzzTarget.core + FuzzTarget.shell).map(\.name)

    struct UnknownName: Error, CustomStringConvertible {
        var name: String
        var description: String { "there is no \(name); there are: \(Reading.names.joined(separator: ", "))" }
    }

    /// Reads an input, and answers whether it was accepted.
    static func read(_ input: [UInt8], at path: String, as name: String) throws -> Bool {
        let text = String(decoding: input, as: UTF8.self)
        switch name {
        case "none": return true
        case "SAMLResponse": return (try? SAMLResponse(parsing: input)) != nil
        case "AuthNToken": return (try? AuthenticationToken(parsing: text)) != nil
        case "AuthZToken": return (try? AuthorizationToken(parsing: text)) != nil
        case "MediaToken": return (try? MediaToken(parsing: text)) != nil
        case "TokenDate": return (try? TokenDate(parsing: text)) != nil
        case "TransportForm":
            let found = Inspection(of: input, at: Instant(secondsSince1970: 1_795_132_800))
            return !found.text.isEmpty && !JSONLine.text(of: found.object(input: "-")).isEmpty
                && found.verdict < .malformed
        case "JWT": return (try? JSONWebToken(parsing: text)) != nil
        case "AccountLog": return (try? VSALog.parse(input)) != nil
        case "JSONAnswer", "XMLAnswer":
            let response = PassResponse(reading: HTTPResponse(status: 200, body: input), for: .authorize)
            if case .unreadable = response.content { return false }
            return true
        case "RequestRecognition":
            let request = HTTPRequest(method: "GET", url: text, version: "HTTP/1.1", headers: [], body: input)
            return PassRequest(recognizing: request) != nil
        case "HARImport": return (try? HAR.recording(parsing: input)) != nil
        case "RecordingFile":
            guard let file = try? RecordingFile.open(path) else { return false }
            defer { file.close() }
            let isOK = (try? file.verify().isEmpty) ?? false
            return (try? file.recording()) != nil && isOK
        case "ScenarioYAML": return (try? ScenarioFile.parse(text, name: path)) != nil
        case "HTTPHead": return ReadRequests.count(in: input) > 0
        case "HTTPResponse": return ReadResponse.count(in: input) > 0
        default: throw UnknownName(name: name)
        }
    }
}
