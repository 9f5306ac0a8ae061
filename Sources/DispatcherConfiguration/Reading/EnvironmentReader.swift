/// Reads a list of variables that commands get.
enum EnvironmentReader {
    static func names(_ section: Section) -> [String] {
        (section.texts("environment") ?? []).compactMap { text in
            let name = text.text
            guard Naming.isVariable(name) else {
                section.findings.mistake(
                    text.location, "'\(name)' is no variable's name: a letter or '_', then letters, digits and '_'")
                return nil
            }
            guard name != "BROWSER", !name.hasPrefix("LD_") else {
                section.findings.mistake(text.location, "'\(name)' is never passed to commands")
                return nil
            }
            guard !name.hasPrefix("XCALLBACK_") else {
                section.findings.mistake(
                    text.location, "'\(name)' is not passed on: the daemon sets XCALLBACK_ variables itself")
                return nil
            }
            return name
        }
    }
}
