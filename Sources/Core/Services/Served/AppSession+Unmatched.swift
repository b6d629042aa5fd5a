import Documents
import Exchanges
import PassAPI

extension AppSession {
    /// Returns the reason that nothing in the recording answers a request, and what comes nearest.
    ///
    /// - Parameters:
    ///   - search: The request.
    ///   - lists: The exchanges for the same thing, of which none agrees.
    /// - Returns: The reason.
    func unmatched(_ search: Search, in lists: [Int]) -> AppAnswer.Unmatched {
        let index = search.index
        var open: (entry: Int, differences: [FieldDifference])?
        for entry in lists.lazy.flatMap({ index.lists[$0] }).prefix(Self.looksAt) {
            switch comparison(of: search, with: entry) {
            case .agrees:
                let over = lists.lazy.flatMap { index.lists[$0] }.prefix(Self.looksAt).first { entry in
                    guard !progress.hasUsed(entry), isOver(entry, search) else { return false }
                    if case .agrees = comparison(of: search, with: entry) { return true }
                    return false
                }
                if let over {
                    let isLoggedOut = hasLoggedOut(of: over, search)
                    var unmatched = answer(isLoggedOut ? .outOfOrder : .expiredDuringReplay, over, [], search)
                    unmatched.expiredAt = isLoggedOut ? nil : search.ends.instant(of: over)
                    // Whoever was given one like it may have begun again.
                    unmatched.isRepeated = lists.lazy.flatMap { index.lists[$0] }.prefix(Self.looksAt).contains {
                        entry in
                        guard progress.hasRequested(entry) else { return false }
                        if case .agrees = comparison(of: search, with: entry) { return true }
                        return false
                    }
                    return unmatched
                }
                // The last of them is the nearest.
                let last = lists.lazy.flatMap { index.lists[$0].reversed() }.prefix(Self.looksAt).first { entry in
                    guard progress.hasRequested(entry), case .agrees = comparison(of: search, with: entry) else {
                        return false
                    }
                    return true
                }
                return answer(.alreadyReplayed, last ?? entry, [], search)
            case .conflicts(let differences):
                let isNearer = open.map { progress.hasUsed($0.entry) && !progress.hasUsed(entry) } ?? true
                if isNearer { open = (entry, differences) }
            case .unrelated: continue
            }
        }
        if let open {
            var unmatched = answer(.fieldMismatch, open.entry, open.differences, search)
            unmatched.isRepeated = progress.hasUsed(open.entry)
            return unmatched
        }
        return search.request.call.map { nearestCall(to: $0, search) } ?? nearestPage(search)
    }

    /// So many exchanges are looked at for the nearest one: 4096.
    private static let looksAt = 4_096

    private func answer(
        _ reason: UnmatchedReason,
        _ entry: Int?,
        _ differences: [FieldDifference],
        _ search: Search
    ) -> AppAnswer.Unmatched {
        // A request of which the recorder kept less than passed cannot be compared.
        let isUnknown = entry.map { search.index.exchanges[$0].lacksRequestBody } ?? false
        return AppAnswer.Unmatched(
            reason: reason == .fieldMismatch && isUnknown ? .bodyOmitted : reason,
            operation: search.request.call?.operation,
            nearest: entry.map { search.index.exchanges[$0].ordinal },
            differences: differences,
            session: number,
            isRepeated: reason == .alreadyReplayed
        )
    }

    // MARK: Calls

    private func nearestCall(to call: PassRequest, _ search: Search) -> AppAnswer.Unmatched {
        let index = search.index
        let same = index.calls[call.operation] ?? []
        let candidates =
            same.isEmpty
            ? Array(index.entries.indices.lazy.filter { index.entries[$0].call != nil }.prefix(Self.looksAt)) : same
        let asked = translated(call)
        let ranked = candidates.prefix(Self.looksAt).map { entry in
            (entry: entry, similarity: index.entries[entry].call.map { asked.similarity(to: $0) } ?? 0)
        }
        let nearest = ranked.max { one, other in
            // Ties go to one that has not been used, then to the earlier one.
            if one.similarity != other.similarity { return one.similarity < other.similarity }
            if progress.hasUsed(one.entry) != progress.hasUsed(other.entry) { return progress.hasUsed(one.entry) }
            return one.entry > other.entry
        }
        let differences = nearest.map { self.differences(of: search.request, from: $0.entry, in: index) } ?? []
        let reasons = reasons(among: differences, from: nearest?.entry, search)
        return answer(same.isEmpty ? .notRecorded : .fieldMismatch, nearest?.entry, reasons, search)
    }

    /// A call in the recording's words.
    private func translated(_ call: PassRequest) -> PassRequest {
        var call = call
        for position in call.parameters.indices {
            guard let text = translated(call.parameters[position].value) else { continue }
            call.parameters[position].value = text
        }
        return call
    }

    /// Returns the fields in which a request differs from a recorded one, but for values that are known to be the app's own.
    func differences(of request: AppRequest, from entry: Int, in index: RecordingIndex) -> [FieldDifference] {
        let carried = carriedDifferences(of: request, from: entry, in: index)
        guard Self.comparesInformation(of: request, with: entry, in: index) else { return carried }
        return carried
            + information.differences(recorded: index.entries[entry].information, replayed: request.information)
    }

    /// Checks whether what two requests state of their devices is compared.
    ///
    /// It is for one operation; what is none is compared where both state something.
    static func comparesInformation(of request: AppRequest, with entry: Int, in index: RecordingIndex) -> Bool {
        guard let call = request.call else {
            return request.information != nil && index.entries[entry].information != nil
        }
        return index.entries[entry].call?.operation == call.operation
    }

    private func carriedDifferences(
        of request: AppRequest,
        from entry: Int,
        in index: RecordingIndex
    ) -> [FieldDifference] {
        guard let call = request.call else { return contentDifferences(of: request, from: entry, in: index) }
        guard let recorded = index.entries[entry].call, call != recorded else { return [] }
        return call.differencesBesideDeviceInformation(from: recorded).filter { difference in
            guard let old = difference.recorded, let new = difference.replayed else { return true }
            let own = index.entries[entry].own.first { $0.place == .parameter(ExactText(difference.name)) }
            if let own, let asked = request.own.first(where: { $0.$name == difference.name }) {
                if ExactText(values.value(of: own.value, in: index.values)) == ExactText(asked.value) { return false }
            }
            return ExactText(translated(new)) != ExactText(old)
        }
    }

    // MARK: Other requests

    private func nearestPage(_ search: Search) -> AppAnswer.Unmatched {
        let index = search.index
        guard let came = search.request.page else { return answer(.notRecorded, nil, [], search) }
        let asked = translatedPage(search.request) ?? came
        let ranked = (index.exchangesByHost[asked.$authority] ?? []).prefix(Self.looksAt).map { entry in
            let recorded = index.entries[entry].page ?? PageRequest(index.exchanges[entry].request)
            return (entry: entry, recorded: recorded, similarity: asked.similarity(to: recorded))
        }
        let nearest = ranked.max { one, other in
            if one.similarity != other.similarity { return one.similarity < other.similarity }
            if progress.hasUsed(one.entry) != progress.hasUsed(other.entry) { return progress.hasUsed(one.entry) }
            return one.entry > other.entry
        }
        guard let nearest else { return nearestTarget(search) }
        let isAtPath = asked.isAtPath(of: nearest.recorded, exceptFor: index.entries[nearest.entry].own)
        let differences = came.differences(from: nearest.recorded, isAtPath: isAtPath)
        let reasons = reasons(among: differences, from: nearest.entry, search)
        return answer(isAtPath ? .fieldMismatch : .notRecorded, nearest.entry, reasons, search)
    }

    /// The differences but for values that may be the app's own, which are no reason; all of them where nothing else differs.
    private func reasons(
        among differences: [FieldDifference],
        from entry: Int?,
        _ search: Search
    ) -> [FieldDifference] {
        guard let entry else { return differences }
        let own = search.index.entries[entry].own
        let reasons = differences.filter { difference in
            guard let text = difference.replayed, let own = own.first(where: { $0.place.name == difference.name })
            else { return true }
            return !agrees(text, with: own, search.index)
        }
        return reasons.isEmpty ? differences : reasons
    }

    /// A request to a host that the recording does not have may go to the app's own address, where a browser is sent back to.
    private func nearestTarget(_ search: Search) -> AppAnswer.Unmatched {
        let (index, request) = (search.index, search.request.request)
        guard
            let target = index.redirectTargets.first(where: { !progress.hasUsed($0.entry) })
                ?? index.redirectTargets.last,
            ExactText(index.exchanges[target.entry].request.method) == request.method
        else { return answer(.notRecorded, nil, [], search) }
        let difference = FieldDifference(
            index.values.name(of: target.address) ?? "url",
            recorded: index.values.texts[target.address],
            replayed: request.url
        )
        return answer(.notRecorded, target.entry, [difference], search)
    }
}

extension PageRequest {
    /// Checks whether it goes to the same path, but for its client's own values in that, whatever the method and the query are.
    fileprivate func isAtPath(of other: PageRequest, exceptFor own: [RecordingIndex.Own]) -> Bool {
        $authority == other.$authority && segments.count == other.segments.count
            && segments.indices.allSatisfy { index in
                segments[index] == other.segments[index] || own.contains { $0.place == .page(.path(index)) }
            }
    }

    /// The similarity to another request to the same host: what they have in common, the path before the rest.
    fileprivate func similarity(to other: PageRequest) -> Int {
        let common = zip(segments, other.segments).count { $0 == $1 }
        let isPath = segments == other.segments
        let fields = query.count { field in other.query.contains(field) }
        return (isPath ? 1_000_000 : 0) + min(common, 1_000) * 100 + min(fields, 90)
            + ($method == other.$method ? 1 : 0)
    }
}
