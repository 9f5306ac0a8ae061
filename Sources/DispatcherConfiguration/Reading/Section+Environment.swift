extension Section {
    /// Reads `environment`: the names of the variables that commands get.
    func environmentNames() -> [String] {
        (texts("environment") ?? []).compactMap { text in
            let name = text.text
            guard NameRules.isVariable(name) else {
                diagnostics.mistake(
                    text.location,
                    "'\(name)' is not a variable name: a name is a letter or '_', followed by letters, digits and '_'")
                return nil
            }
            guard name != "BROWSER", !name.hasPrefix("LD_") else {
                diagnostics.mistake(text.location, "'\(name)' is never passed to commands")
                return nil
            }
            guard !name.hasPrefix("XCALLBACK_") else {
                diagnostics.mistake(
                    text.location, "'\(name)' is not passed on: the daemon sets XCALLBACK_ variables itself")
                return nil
            }
            return name
        }
    }
}
