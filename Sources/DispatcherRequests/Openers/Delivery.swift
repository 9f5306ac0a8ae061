import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
package import RequestRecord
import URLSchemeRouter
package import XCallbackURL

/// A callback that reports an outcome.
package struct Delivery: Sendable {
    /// The callback before it leaves: unclaimed, or refused.
    package let report: CallbackReport
    /// Where the callback goes; nil for a callback that may not be opened.
    package let destination: Destination?

    fileprivate init(_ url: String, to destination: Destination) {
        report = CallbackReport(url: url)
        self.destination = destination
    }

    /// A callback that may not be opened.
    package init(refused url: String, because reason: String) {
        report = CallbackReport(url: url, state: .refused, reason: reason)
        destination = nil
    }
}

extension RequestProgress {
    /// Returns the outcome to report, and the callback that reports it. A callback that is too long to be opened
    /// changes the outcome to an error.
    package func delivery(of decided: Outcome) -> (outcome: Outcome, delivery: Delivery?) {
        var outcome = decided
        var url = callback(reporting: outcome)
        let limit = CallbackURL.maximumLength
        if let length = url?.utf8.count, length > limit {
            outcome = .error(OutcomeError(.tooLarge, "the callback is \(length) bytes; the limit is \(limit)"))
            url = callback(reporting: outcome).flatMap { $0.utf8.count > limit ? nil : $0 }
        }
        return (outcome, url.map { delivery(by: $0) } ?? refusedDelivery(of: outcome))
    }

    /// Returns the delivery of a callback that was decided before a restart, under the current rules.
    /// - Parameter isConfirmed: Whether the gate had allowed the callback.
    package func recoveredDelivery(by url: String, isConfirmed: Bool) -> Delivery {
        Redaction.isRedacted(url)
            ? Delivery(refused: url, because: "the callback contained secrets, which are not recorded")
            : delivery(by: url, isConfirmed: isConfirmed)
    }

    /// Returns the URL of the callback for an outcome, in the form in which it leaves; nil if the caller gave no usable
    /// callback.
    private func callback(reporting outcome: Outcome) -> String? {
        guard let callback = callbacks[outcome.kind] else { return nil }
        let definition = route?.definition?.value
        let reported: Outcome =
            switch outcome {
            case .success(let output): .success(definition.map { named(output, by: $0) } ?? output)
            case .error(let error): .error(error.inCallback(at: received.submission.door))
            case .cancel: .cancel
            }
        let isOwn = callback.host == nil && received.keeps(callback)
        let url = reported.url(
            of: callback, isOwn: isOwn, arrays: definition?.policy.arrays ?? .dotted,
            errorName: definition?.errorName ?? CallbackURL.errorCodeName)
        return callback.isMail && !isOwn ? CallbackURL.opened(url) : url
    }

    /// Returns an output with the names that the route and the request choose for a callback. With `arrays: json`, structures
    /// become texts too.
    private func named(_ output: QueryValue, by definition: RouteDefinition) -> QueryValue {
        guard var members = output.object.members else { return output }
        // An input that cannot be decoded gives no name for the result.
        let resultName = definition.resultName.flatMap { name in (try? matched?.decodedInput())?[name]?.text }
        if let resultName,
            let index = members.firstIndex(where: { $0.name == "result" }) ?? (members.count == 1 ? 0 : nil)
        {
            members[index].name = resultName
        }
        for index in members.indices {
            members[index].name = definition.outputPrefix + members[index].name
            guard definition.policy.arrays == .json, case .object = members[index].value else { continue }
            members[index].value = .string(members[index].value.json)
        }
        return .object(members)
    }

    /// Returns the report of a callback that cannot be used; nil if the caller gave no such callback.
    private func refusedDelivery(of outcome: Outcome) -> Delivery? {
        callbacks.faults.first { $0.kind == outcome.kind }.map {
            Delivery(refused: $0.text ?? "", because: $0.description)
        }
    }

    private func delivery(by url: String, isConfirmed: Bool? = nil) -> Delivery {
        do throws(OutcomeError) {
            return Delivery(url, to: try authorize(url, as: .callback, isConfirmed: isConfirmed))
        } catch {
            let code = error.code == StandardCode.refused.rawValue ? "" : " (\(error.code))"
            return Delivery(refused: url, because: error.message + code)
        }
    }
}
