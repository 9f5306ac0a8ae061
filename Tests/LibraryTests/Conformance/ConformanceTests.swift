import FoundationEssentials
import Testing
import URLSchemeRouter

/// The behaviour of the original libraries, case by case, or ours where it deliberately differs.
struct ConformanceTests {
    @Test(arguments: ConformanceCase.covered)
    func `behaves like the originals, or as documented where it differs`(subject: ConformanceCase) throws {
        let expectation = try #require(subject.expectation, "no expectation is recorded for '\(subject.ours)'")
        let text = subject.url.map { $0.contains(":") ? $0 : "s:\($0)" }
        let run = text.map { ConformanceRun(subject, url: $0) }
        var checked = 0
        for (aspect, expected) in expectation.fields where !Self.isInput(aspect) {
            let observed = try observe(aspect, expected, subject, run, text)
            #expect(observed == expected.asTexts, "\(aspect)")
            checked += 1
        }
        #expect(checked > 0)
    }

    @Test func `skips no case without a reason`() {
        #expect(ConformanceCase.all.count == 231)
        #expect(Set(ConformanceCase.all.map(\.id)).count == 231)
        #expect(ConformanceCase.covered.filter { $0.expectation == nil }.map(\.id).isEmpty)
        #expect(ConformanceCase.all.allSatisfy { $0.elsewhere == nil || $0.result == nil })
    }

    /// The keys of a case that are its input, not its result, and those that repeat its `match`.
    private static func isInput(_ aspect: String) -> Bool {
        [
            "callbackBase", "result", "encode", "decodeQuery", "buildFrom", "build",
            "trailing", "routed", "matchedRoute", "routeParameters",
        ].contains(aspect)
    }

    private func observe(
        _ aspect: String, _ expected: QueryValue, _ subject: ConformanceCase, _ run: ConformanceRun?, _ text: String?
    ) throws -> QueryValue {
        switch aspect {
        case "match":
            if case .bool = expected { return .string(run?.match == nil ? "false" : "true") }
            return (run?.match?.route).map { .string($0) } ?? .null
        case "params", "input": return try parameters(subject, run, text) ?? .null
        case "query": return ConformanceRun.object(of: run?.match?.url.parameters ?? [])
        case "x-source": return (run?.match?.source).map { .string($0) } ?? .null
        case "wildcard":
            return .array(run?.match?.pathParameters.elements.compactMap(\.value).map { .string($0) } ?? [])
        case "open": return try .array(opened(subject, run).map { .string($0) })
        case "handler": return .array(run?.lines.map { .string($0) } ?? [])
        case "handled": return .string(run?.isHandled == true ? "true" : "false")
        case "onError": return .array(run?.opened.errors.map { .string(Self.message($0)) } ?? [])
        case "refusedRoutes": return .string("\(run?.refusedRoutes ?? 0)")
        case "filterOrder": return .array(run?.filters.map { .string($0) } ?? [])
        case "handlerRuns": return .string(run?.match == nil ? "false" : "true")
        case "isXCallbackURL":
            let url = try XCallbackURL(text ?? "")
            return .string(url.authority == .xCallbackURL ? "true" : "false")
        case "path", "link", "appLink": return ConformanceLink(subject).observe(aspect).map { .string($0) } ?? .null
        case "error":
            #expect(expected == "deniedParameterNames [x-param1, x-param3]")
            #expect(throws: LinkError.reservedNames(["x-param1", "x-param3"])) { try ConformanceLink(subject).path() }
            return expected
        case "to": return .string(PercentCoding.encode(subject.expect["encode"]?.string ?? ""))
        case "validSchemes": return .array(expected.strings.filter { Scheme($0) != nil }.map { .string($0) })
        case "invalidSchemes": return .array(expected.strings.filter { Scheme($0) == nil }.map { .string($0) })
        case "callbackError":
            _ = try CallbackURL(text ?? "")
            return .null
        default:
            Issue.record("nothing observes '\(aspect)'")
            return .null
        }
    }

    private func parameters(_ subject: ConformanceCase, _ run: ConformanceRun?, _ text: String?) throws -> QueryValue? {
        if let query = subject.expect["decodeQuery"]?.string {
            return ConformanceRun.object(of: try LibraryTests.parameters(query))
        }
        guard subject.routes.isEmpty, let text else { return run?.parameters }
        let url = try XCallbackURL(text)
        var members = ConformanceRun.members(of: url.parameters)
        for kind in CallbackKind.allCases { members[kind.parameterName] = url.callbacks[kind].map { .string($0.text) } }
        return .object(members.map { .init($0.key, $0.value) }).sorted
    }

    private func opened(_ subject: ConformanceCase, _ run: ConformanceRun?) throws -> [String] {
        guard let base = subject.expect["callbackBase"]?.string else { return run?.opened.urls ?? [] }
        let output = subject.expect["result"] ?? .null
        return [try CallbackURL(base).appending(output.parameters)]
    }

    private static func message(_ error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    }
}
