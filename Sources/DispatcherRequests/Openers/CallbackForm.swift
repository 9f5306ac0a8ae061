import DispatcherConfiguration
import QueryCoding
import XCallbackURL

/// The form in which the callbacks of a route report an outcome.
struct CallbackForm {
    private let definition: RouteDefinition?
    /// The name for the result, as given by the request.
    private let resultName: String?

    /// - Parameter matched: The request; nil for a request without a route.
    init(of matched: MatchedRequest?) {
        definition = matched?.route.definition?.value
        // An input that cannot be decoded gives no name for the result.
        resultName = definition?.resultName.flatMap { name in (try? matched?.decodedInput())?[name]?.text }
    }

    /// Returns the callback with the outcome appended.
    func url(of callback: CallbackURL, reporting outcome: Outcome, isOwn: Bool) -> String {
        guard let definition else { return outcome.url(of: callback, isOwn: isOwn) }
        var outcome = outcome
        if case .success(let output) = outcome { outcome = .success(named(output, by: definition)) }
        return outcome.url(
            of: callback, isOwn: isOwn, arrays: definition.policy.arrays, errorName: definition.errorName)
    }

    /// Returns the output with the names of the callback. With `arrays: json`, structures become texts too.
    private func named(_ output: QueryValue, by definition: RouteDefinition) -> QueryValue {
        guard var members = output.object.members else { return output }
        if let resultName, let index = members.firstIndex(where: { $0.name == "result" }) ?? members.only {
            members[index].name = resultName
        }
        for index in members.indices {
            members[index].name = definition.outputPrefix + members[index].name
            guard definition.policy.arrays == .json, case .object = members[index].value else { continue }
            members[index].value = .string(members[index].value.json)
        }
        return .object(members)
    }
}

extension [QueryValue.Member] {
    /// The index of the only member; nil for any other number of members.
    fileprivate var only: Int? { count == 1 ? startIndex : nil }
}
