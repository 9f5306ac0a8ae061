import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import URLSchemeRouter
package import XCallbackURL

/// A callback that reports an outcome, and the way of its delivery.
package struct Delivery: Sendable {
    package var url: String
    package var way: Way

    /// Whether the callback leaves the request.
    package var leaves: Bool { if case .leave = way { true } else { false } }

    package enum Way: Sendable {
        case leave(Destination)
        /// The callback may not be opened, for this reason.
        case refuse(String)
    }
}

extension RequestProgress {
    /// Returns the outcome to report, and the callback that reports it. A callback that is too long to be opened
    /// changes the outcome to an error.
    package func delivery(of decided: Outcome) -> (outcome: Outcome, delivery: Delivery?) {
        guard !callbacks.isEmpty else { return (decided, nil) }
        guard let url = callback(reporting: decided) else { return (decided, refusedDelivery(of: decided)) }
        let limit = CallbackURL.maximumLength
        guard url.utf8.count > limit else { return (decided, delivery(by: url)) }
        let tooLong = Outcome.error(
            OutcomeError(.tooLarge, "the callback is \(url.utf8.count) bytes; the limit is \(limit)"))
        guard let other = callback(reporting: tooLong), other.utf8.count <= limit else {
            return (tooLong, refusedDelivery(of: tooLong))
        }
        return (tooLong, delivery(by: other))
    }

    /// Returns the delivery of a callback that was decided before a restart, under the current rules.
    /// - Parameter isConfirmed: Whether the gate had allowed the callback.
    package func recoveredDelivery(by url: String, isConfirmed: Bool) -> Delivery {
        Redaction.isRedacted(url)
            ? Delivery(url: url, way: .refuse("the callback contained secrets, which are not recorded"))
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
            Delivery(url: $0.text ?? "", way: .refuse($0.description))
        }
    }

    private func delivery(by url: String, isConfirmed: Bool? = nil) -> Delivery {
        do throws(OutcomeError) {
            let departure = try received.authorize(
                url, as: .callback, own: narrowing, hiding: secrets,
                isConfirmed: isConfirmed ?? self.isConfirmed)
            return Delivery(url: url, way: .leave(departure))
        } catch {
            let code = error.code == StandardCode.refused.rawValue ? "" : " (\(error.code))"
            return Delivery(url: url, way: .refuse(error.message + code))
        }
    }
}
