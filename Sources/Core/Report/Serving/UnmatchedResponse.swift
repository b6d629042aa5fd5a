public import Exchanges
import Services
public import Simulation

/// The response to a request that nobody answers: one that a person can read, and a program can tell from all others.
public enum UnmatchedResponse {
    /// The response; nil where somebody answered, or the simulated service says itself that it has nothing there.
    ///
    /// - Parameters:
    ///   - entry: the request.
    ///   - service: a host of the service's, if the request calls one and names none.
    /// - Returns: the response.
    public static func response(to entry: ServedEntry, lacksHost service: String? = nil) -> HTTPResponse? {
        switch entry.source {
        case .unmatched(let request):
            return response(entry, request.reason.rawValue, ServedText.explanation(of: request, to: entry.operation))
        case .damaged(let damaged):
            return response(entry, "damaged", ServedText.explanation(of: damaged))
        case .foreignHost:
            return response(entry, "foreignHost", ServedText.foreignHost(entry, insteadOf: service))
        case .simulated, .notSimulated, .recorded, .recordedVSA, .fault: return nil
        }
    }

    private static func response(_ entry: ServedEntry, _ code: String, _ text: String) -> HTTPResponse {
        HTTPResponse(
            status: entry.status ?? 501,
            headers: [
                HeaderField("Content-Type", "text/plain; charset=utf-8"), HeaderField("Cache-Control", "no-store"),
                HeaderField(HTTPResponse.unmatchedHeader, code),
            ],
            body: Array(text.utf8)
        )
    }
}
