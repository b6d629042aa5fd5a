import Exchanges
import PassAPI
import Services
import SubscriberAccount

// Which client replays a recording.

extension Replayer {
    /// `options` with the client settled: the documents' where the app behaves like it, else the app's own.
    ///
    /// Both replay; the documents' client stays where it leaves the recording at most once, for that is a slip and no
    /// habit, and where Apple's framework or a browser's dialect takes part, which it alone knows. Since it asks Apple's framework, it
    /// does not stand for an app that nothing shows to run on a platform of Apple's, unless it is nearer to the recording.
    ///
    /// - Throws: `ReplayError` if the recording cannot be replayed.
    static func resolved(_ options: ReplayOptions, for recording: Recording) throws(ReplayError) -> ReplayOptions {
        guard options.client.origin == .automatic else { return options }
        var (documents, app) = (options, options)
        documents.client.origin = .documents
        app.client.origin = .app
        if options.client.asksForBehavior { return app }
        let session = try RecordedSession(recording, device: options.device)
        if session.dialect == .restV2 || !session.vsaCalls.isEmpty || session.signsInWithPlatform
            || session.dialect == .browser
        {
            return documents.inferringPolls
        }
        let byDocuments = try outcome(of: recording, documents)
        // AccessEnabler is taken for Apple's where no call says otherwise; the cookbook's client only where one says so.
        let isOther = session.platform.otherCount > session.platform.appleCount
        if session.dialect == .cookbook ? !session.platform.isApple : isOther {
            let byApp = try outcome(of: recording, app)
            let isAsNear = byApp.adopted <= byDocuments.adopted && byApp.divergences <= byDocuments.divergences
            return isAsNear ? app : documents.inferringPolls
        }
        if byDocuments.adopted == 0, byDocuments.divergences == 0 { return documents.inferringPolls }
        let isSlip = byDocuments.adopted <= 1 && byDocuments.divergences <= 1 && session.calls.count >= 10
        if isSlip { return documents.inferringPolls }
        let byApp = try outcome(of: recording, app)
        return byApp.adopted < byDocuments.adopted || byDocuments.divergences > byApp.divergences
            ? app : documents.inferringPolls
    }

    private static func outcome(
        of recording: Recording,
        _ options: ReplayOptions
    ) throws(ReplayError) -> (adopted: Int, divergences: Int) {
        var replayer = try Replayer(recording, options)
        try replayer.run()
        // Going on where the app did not is a difference between clients, though none from the recording.
        let goesOn = replayer.findings.notes.contains { if case .recordingEnds = $0 { true } else { false } }
        return (replayer.adopted.count, replayer.findings.divergences.count + (goesOn ? 1 : 0))
    }
}

extension ReplayOptions {
    /// Polling at the recorded pace.
    fileprivate var inferringPolls: ReplayOptions {
        var options = self
        options.infersPolls = pollInterval == nil
        return options
    }
}
