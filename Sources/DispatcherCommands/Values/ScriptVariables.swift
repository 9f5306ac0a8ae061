package import QueryCoding
package import XCallbackURL

/// The input of a script as environment variables.
package enum ScriptVariables {
    /// Returns one variable for each value. An array becomes JSON; an absent value has no variable.
    ///
    /// Throws 413 for a value that is too long for execve(2), and 400 for a value with U+0000.
    package static func values(_ input: QueryValue) throws(OutcomeError) -> [String: String] {
        guard case .object(let members) = input else { return [:] }
        var variables: [String: String] = [:]
        for member in members where member.value != .null {
            let value = member.value.text ?? member.value.json
            guard !value.utf8.contains(0) else {
                throw OutcomeError(
                    .input, "the parameter \"\(member.name)\" contains U+0000, which a variable cannot hold")
            }
            // The kernel's limit includes `NAME=value` and the final zero byte.
            guard member.name.utf8.count + 1 + value.utf8.count <= CallbackURL.maximumLength else {
                throw OutcomeError(
                    .tooLarge,
                    "the parameter \"\(member.name)\" is too long for a variable: "
                        + "with its name it may have \(CallbackURL.maximumLength) bytes")
            }
            variables[member.name] = value
        }
        return variables
    }
}
