package import QueryCoding
import URLSchemeRouter

extension InputField {
    /// Reads the parameters that a worker declares for its route, in the format of `input`. Throws the first mistake.
    package static func declared(_ value: QueryValue) throws(Diagnostic) -> [InputField] {
        let diagnostics = Diagnostics()
        let fields = InputReader(folder: "/", diagnostics: diagnostics).fields(YAMLNode(value))
        if let mistake = diagnostics.mistakes.first { throw mistake }
        return fields
    }

    /// Returns the path parameters that are not declared, followed by the declared parameters.
    /// - Parameter refuse: Gets the message if the type of a parameter does not fit the rest of a path.
    static func fields(
        _ declared: [InputField], of patterns: [RoutePattern], refuse: (String) -> Void
    ) -> [InputField] {
        guard patterns.contains(where: \.hasParameters) else { return declared }
        var implied: [InputField] = []
        for name in patterns.flatMap(\.parameterNames) {
            if let field = declared.first(where: { $0.name == name }) {
                if patterns.contains(where: { $0.isRest(name) }), !field.isArray {
                    refuse("'\(name)' matches the rest of the path, so its type must be an array, as in [line]")
                }
            } else if !implied.contains(where: { $0.name == name }) {
                implied.append(InputField(name, of: patterns))
            }
        }
        return implied + declared
    }
}
