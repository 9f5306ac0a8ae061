package import QueryCoding
package import URLSchemeRouter
package import XCallbackURL

extension RouteDefinition {
    /// Returns the URL without the parameters that `strip` removes, and without the parameter that carries the token.
    func stripping(_ url: XCallbackURL) -> XCallbackURL {
        let stripping = ParameterStripping(policy.strip)
        let token = tokenName(in: url)
        var url = url
        url.parameters.elements.removeAll { parameter in
            stripping.takes(parameter.name) || token.map(parameter.name.hasSameBytes) ?? false
        }
        return url
    }

    /// The parameter that may carry the token, or nil. `key` does not count if the input declares `key`.
    private func tokenName(in url: XCallbackURL) -> String? {
        guard let token = policy.token else { return nil }
        if let name = token.parameter { return name }
        return url.reserved["x-token"] == .absent && !input.contains { $0.name == "key" } ? "key" : nil
    }

    /// Returns the parameters for the input of a URL that matches the route: without what ``stripping(_:)`` removes, and
    /// with the items of each field of an opaque URL that has a separator as numbered parameters. The text is split before
    /// it is decoded, so that an encoded separator stays in its item.
    package func parameters<Payload>(of match: RouteTable<Payload>.Match, _ url: XCallbackURL) -> QueryParameters {
        var parameters = match.input(policy.strip.isEmpty && policy.token == nil ? url : stripping(url))
        guard url.opaquePart != nil else { return parameters }
        let written = match.writtenParameters
        for field in input {
            guard let separator = field.separator, case .value(let text) = written[field.name] else { continue }
            parameters.elements.removeAll { $0.name.hasSameBytes(as: field.name) }
            for (number, item) in separator.items(of: text).enumerated() {
                // An item of a text that was decoded can be decoded, too.
                let decoded = (try? XCallbackURL.decodedOpaque(item.utf8)) ?? item
                parameters.elements.append(QueryParameter("\(field.name).\(number)", decoded))
            }
        }
        return parameters
    }

    /// Decodes the parameters of a request, including the parameters of its path. Returns an object with a member for
    /// each input that has a value or a default, in declared order.
    ///
    /// Throws ``QueryCodingError`` for missing or wrong values, with the first and, in its detail, the others. Throws ``OutcomeError`` for an unknown parameter if
    /// the input is strict, for a violated `require` or `exclusive`, and for a result name that is not allowed.
    /// - Parameter fromOutside: Whether the request came by another socket than the control socket.
    package func decode(_ parameters: QueryParameters, fromOutside: Bool = false) throws -> QueryValue {
        if strictInput { try refuseUnknown(parameters) }
        var refused: [QueryCodingError] = []
        let value = QueryValue.object(
            input.compactMap { field in
                do throws(QueryCodingError) {
                    return try field.decode(parameters, fromOutside: fromOutside).map {
                        QueryValue.Member(field.name, $0)
                    }
                } catch {
                    refused.append(error)
                    return nil
                }
            })
        if let error = QueryCodingError(first: refused) { throw error }
        try checkTogether(value, parameters)
        return value
    }

    /// Throws 400 for a decoded input if its request lacks every parameter of a `require` list, or has several
    /// parameters of an `exclusive` list, and for a result name that is not allowed.
    package func checkTogether(_ value: QueryValue, _ parameters: QueryParameters) throws {
        if !required.isEmpty || !exclusive.isEmpty { try checkGiven(parameters) }
        if let resultName, let name = value[resultName]?.text, !NameRules.isResultName(name) {
            throw OutcomeError(
                .input, "Value for parameter \"\(resultName)\" cannot name a result.",
                detail: "a letter or '_', followed by letters, digits, '_' and '-', "
                    + "and not beginning with 'x-' or 'error'")
        }
    }

    private func checkGiven(_ parameters: QueryParameters) throws {
        let given = Set(input.filter { $0.isGiven(in: parameters) }.map(\.name))
        for names in required where given.isDisjoint(with: names) {
            guard names.count > 1 else { throw QueryCodingError(.parameterNotFound, path: names[0]) }
            throw OutcomeError(.input, "At least one of the parameters \(Self.quoted(names)) is required.")
        }
        for names in exclusive {
            let both = names.filter(given.contains)
            guard both.count > 1 else { continue }
            throw OutcomeError(.input, "Only one of the parameters \(Self.quoted(both)) may be given.")
        }
    }

    private static func quoted(_ names: [String]) -> String { listed(names.map { "\"\($0)\"" }, "and") }

    private func refuseUnknown(_ parameters: QueryParameters) throws(OutcomeError) {
        for element in parameters.elements where !input.contains(where: { $0.takes(element.name) }) {
            let near = nearest(to: element.name, among: input.map(\.name)).map { "; did you mean \"\($0)\"?" } ?? ""
            throw OutcomeError(.input, "unknown parameter \"\(element.name)\"\(near)")
        }
    }

    /// Returns the input with each path beneath a folder replaced by the file's full name. The file system is not read.
    package func namingPaths(in input: QueryValue) -> QueryValue {
        replacingPaths(in: input) { path, folder, _ in "\(folder)/\(path)" }
    }

    /// Returns the input with the form of name that a command gets in place of each path beneath a folder. The numbers in
    /// the name of an open file are not known yet.
    package func explainingPaths(in input: QueryValue) -> QueryValue {
        replacingPaths(in: input) { path, folder, field in
            field.isNamed ? "\(folder)/\(path)" : "/proc/PID/fd/N"
        }
    }

    private func replacingPaths(
        in input: QueryValue, by name: (_ path: String, _ folder: String, InputField) -> String
    ) -> QueryValue {
        guard case .object(var members) = input else { return input }
        func replacing(_ value: QueryValue, _ folder: String, _ field: InputField) -> QueryValue {
            switch value {
            case .string(let path): .string(name(path, folder, field))
            case .array(let paths): .array(paths.map { replacing($0, folder, field) })
            default: value
            }
        }
        for index in members.indices {
            guard let field = self.input.last(where: { $0.name == members[index].name }),
                case .path(let folder) = field.type
            else { continue }
            members[index].value = replacing(members[index].value, folder, field)
        }
        return .object(members)
    }
}

extension QueryCodingError {
    /// Makes the first of the errors, whose detail tells the others too; nil without errors.
    package init?(first errors: [QueryCodingError]) {
        guard let first = errors.first else { return nil }
        guard errors.count > 1 else {
            self = first
            return
        }
        let left = errors.count - Self.shownLimit
        let rest = left > 0 ? ["and \(left) more"] : []
        let details = errors.prefix(Self.shownLimit).map(\.summary) + rest
        self.init(first.reason, path: first.path, detail: details.joined(separator: "; "))
    }

    /// The number of errors that a detail tells: a caller could choose a route with hundreds of inputs.
    private static let shownLimit = 8

    /// The error as a part of a sentence: `times = 99: at most 9`, `title is missing: one line of text`.
    private var summary: String {
        let expected = detail.map { ": \($0)" } ?? ""
        return switch reason {
        case .parameterNotFound: "\(path) is missing\(expected)"
        case .valueNotFound: "\(path) has no value\(expected)"
        case .incorrectType: detail.flatMap { $0.hasPrefix("\(path) = ") ? $0 : nil } ?? "\(path) is wrong\(expected)"
        }
    }
}
