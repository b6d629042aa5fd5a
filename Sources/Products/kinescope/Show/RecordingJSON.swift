import Documents
import PassAPI
import Report

/// Writes the parts of a recording as JSON Lines.
struct RecordingJSON {
    /// What is written.
    var recording: OpenRecording
    /// Where it is not what was recorded.
    var findings: [FindingJSON] = []

    /// All of it in brief, or one exchange in full, or the VSA calls.
    func write(_ ordinal: Int?, onlyVSACalls: Bool) throws {
        if let ordinal { return try writeExchange(ordinal) }
        let briefs = onlyVSACalls ? [] : try recording.briefs()
        let whole = onlyVSACalls ? nil : try recording.brief(briefs)
        let vsaCalls = try recording.vsaCalls()
        let userActions = onlyVSACalls ? [] : try recording.userActions()
        let story = onlyVSACalls ? nil : recording.story(briefs)
        let output = try JSONOutput(of: "show")
        if let story { try output.write(story.object) }
        for finding in findings { try output.write(finding.object) }
        if let whole {
            try output.write(whole.object)
            for device in whole.devices { try output.write(DeviceJSON.object(for: device, isSelected: true)) }
        }
        try Terminal.output.write(briefs) { JSONLine.text(of: ExchangeJSON.object(for: $0)) }
        try Terminal.output.write(vsaCalls) { JSONLine.text(of: VSACallJSON.object(for: $0)) }
        try Terminal.output.write(userActions) { JSONLine.text(of: UserActionJSON.object(for: $0)) }
        try output.finish(summary(briefs.count, vsaCalls.count, userActions.count))
    }

    private func writeExchange(_ ordinal: Int) throws {
        let (exchange, kind) = try recording.existingExchange(ordinal)
        let operation = kind.operation?.rawValue
        let brief = ExchangeBrief(of: exchange, name: kind.label, operation: operation, kind: kind.code)
        let output = try JSONOutput(of: "show")
        for finding in findings { try output.write(finding.object) }
        try output.write(ExchangeJSON.fullObject(for: exchange, brief: brief))
        try output.finish(summary(1, 0, 0))
    }

    /// How many of each were printed.
    private func summary(_ exchanges: Int, _ vsaCalls: Int, _ userActions: Int) -> JSONObject {
        [
            "exchangeCount": .count(exchanges), "vsaCallCount": .count(vsaCalls),
            "userActionCount": .count(userActions), "errorCount": .count(findings.count),
        ]
    }
}
