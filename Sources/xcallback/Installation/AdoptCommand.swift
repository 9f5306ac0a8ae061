import ArgumentParser
import DesktopEntries
import DispatcherMessages
import UnixSystem
import XCallbackURL

/// `xcallback adopt SCHEME PROGRAM`
struct AdoptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt", abstract: "Open the links of a scheme with a program, such as an AppImage.",
        discussion: """
            Writes a desktop entry for the scheme and makes it the default. PROGRAM may be a pattern in quotes: a click then \
            starts the highest version that is there, if it belongs to you or root and nobody else may write it. The program \
            is never run to look at it. No daemon is needed. http, https, file, xcallback and the schemes of your routes are \
            refused, and a scheme that another app opens stays with that app unless --force is given.

            Examples:
              xcallback adopt cursor '~/Apps/Cursor-*.AppImage'
              xcallback adopt --remove cursor
            """)

    @Flag(help: "Remove the entry, and restore the previous default.")
    var remove = false

    @Flag(help: "Also take a scheme that another app opens now.")
    var force = false

    @Option(help: ArgumentHelp("Icon of the program.", valueName: "file"), completion: .file())
    var icon: String?

    @Argument(help: "Scheme of the links.")
    var scheme: Scheme

    @Argument(help: "Program, or a pattern of its versions.", completion: .file())
    var program: String?

    func validate() throws {
        guard (program == nil) == remove else {
            throw ValidationError(remove ? "--remove needs only the scheme" : "the program is missing")
        }
    }

    func run() throws {
        let environment = Shell.environment
        let report: InstallationReport
        if let program {
            let adoption = Adoption(
                scheme: scheme, program: ProgramPattern(program, home: Shell.variable("HOME")),
                icon: icon.map(Directory.absolute))
            report = try adoption.install(
                executable: Shell.client, besides: (FileCheck.schemes ?? []).map(\.scheme),
                environment: environment, force: force)
        } else {
            report = try Adoption.remove(scheme, environment: environment)
        }
        report.show()
        if report.failed { throw InstallationError.notAdopted("\(scheme): a step failed that its links need") }
    }
}

/// `xcallback adopted SCHEME -- URL`, which the entry of an adopted program starts.
struct AdoptedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopted", abstract: "Start the program that is adopted for a scheme.",
        discussion: """
            The desktop runs this for a link whose scheme 'xcallback adopt' gave to a program.

            Example:
              xcallback adopted cursor -- cursor://open
            """,
        shouldDisplay: false)

    @Argument(help: "Scheme of the link.")
    var scheme: Scheme

    @Argument(parsing: .postTerminator, help: "Link, after '--'.")
    var url: [String] = []

    func validate() throws {
        guard url.count <= 1, url.allSatisfy({ Scheme($0.prefix { $0 != ":" }) == scheme && $0.contains(":") }) else {
            throw ValidationError("the desktop passes one \(scheme): link")
        }
    }

    func run() throws {
        let program: String
        do {
            guard let adoption = try Adoption.read(scheme, environment: Shell.environment) else {
                throw InstallationError.notAdopted("no program is adopted for \(scheme):")
            }
            program = try adoption.program.program()
        } catch {
            ClickNotice.show("\(error)")
            throw error
        }
        try Shell.become([program] + url)
    }
}
