package import QueryCoding
import URLSchemeRouter

extension InputField {
    /// The parameters that a worker declares for its route, in the words of a file's `input`. Throws what is wrong with
    /// the first bad one.
    package static func declared(_ value: QueryValue) throws(Diagnostic) -> [InputField] {
        let diagnostics = Diagnostics()
        let fields = InputReader(folder: "/", diagnostics: diagnostics).fields(YAMLNode(value))
        if let mistake = diagnostics.mistakes.first { throw mistake }
        return fields
    }

    /// The declared parameters, behind those of the paths that none of them names.
    /// - Parameter refuse: Told what is wrong with a parameter that takes the rest of a path.
    static func fields(
        _ declared: [InputField], of patterns: [RoutePattern], refuse: (String) -> Void
    ) -> [InputField] {
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
