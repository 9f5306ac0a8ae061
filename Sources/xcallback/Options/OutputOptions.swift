import ArgumentParser

/// What a command prints of the outcome of a request.
struct OutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Print only this member of the output, without quotes; 'a.b' is member b of a.", valueName: "name"))
    var get: String?

    @Flag(help: "Print the whole outcome as JSON, also an error or a cancel.")
    var json = false

    func validate() throws {
        guard get == nil || !json else { throw ValidationError("--get and --json cannot be used together") }
    }
}
