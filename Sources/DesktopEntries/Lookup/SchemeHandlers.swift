import UnixSystem
package import XCallbackURL

/// Finds the program that opens the URLs of a scheme on this desktop, from the files that the desktop's own openers
/// read, in the order of the MIME Applications Associations specification 1.0.1.
///
/// Nothing is cached. A file that is malformed, too large or not a regular file is skipped where the openers skip it.
package struct SchemeHandlers: Sendable {
    private let base: BaseDirectories
    private let environment: [String: String]
    private let rules: AssociationRules

    /// - Parameters:
    ///   - environment: The variables of the lookup: PATH, HOME, the XDG variables, the desktop in use.
    ///   - rules: The rules of an opener; nil for the rules of xdg-open in that session.
    package init(environment: [String: String], rules: AssociationRules? = nil) throws(InstallationError) {
        base = try BaseDirectories(environment: environment)
        self.environment = environment
        self.rules = rules ?? AssociationRules(environment: environment)
    }

    /// Returns the program that opens the URLs; nil if no app is known, or no known app is installed.
    ///
    /// The lookup reads a few short files. If they name no program and GIO does not decide, the lookup reads every
    /// .desktop file. It waits only for the disk.
    package func handler(of scheme: Scheme) -> SchemeHandler? {
        for step in rules.steps {
            let programs = programs(step, scheme.mimeType)
            if let handler = programs.firstResult(handler) { return handler }
            if step == .cache, !programs.isEmpty { return nil }
        }
        return nil
    }

    /// Returns the desktop file ids of other installed apps whose entries name the scheme. Reads every .desktop file.
    package func rivals(for scheme: Scheme) -> [String] {
        let apps = Association.declared(for: scheme.mimeType, in: applications).compactMap(handler)
        return Set(apps.filter { !$0.isHidden && !DesktopEntry.isOurs($0.identifier, for: scheme) }.map(\.identifier))
            .sorted()
    }

    /// Returns the .desktop file of an app that declares the scheme, and the program that the app needs and that is missing.
    package func broken(for scheme: Scheme) -> (file: String, program: String)? {
        Association.declared(for: scheme.mimeType, in: applications).firstResult { app in
            guard let file = applications.firstResult({ DesktopFiles.file(app.identifier, in: $0) }),
                let handler = KeyFile.contents(of: file).flatMap({ SchemeHandler(app, file: file, $0, rules: rules) }),
                let program = handler.neededPrograms.first(where: {
                    DesktopProgram.locate($0, environment: environment) == nil
                })
            else { return nil }
            return (file, program)
        }
    }

    /// The directories of .desktop files, the user's own first.
    private var applications: [String] { base.dataSearchPath.map { "\($0)/applications" } }

    private func programs(_ step: AssociationRules.Step, _ type: String) -> [Association] {
        switch step {
        case .defaults:
            // GLib still reads defaults.list.
            let files =
                base.configurationSearchPath.flatMap(base.defaultApplications)
                + applications.flatMap {
                    base.defaultApplications(in: $0) + (rules.readsAsGLib ? ["\($0)/defaults.list"] : [])
                }
            return files.flatMap { programs($0, "Default Applications", type, .default) ?? [] }
        case .additions: return additions(type)
        case .cache:
            let places = applications.flatMap { ["\($0)/\(environment["XDG_MENU_PREFIX"] ?? "")", "\($0)/"] }
            let first = places.firstResult { place in
                let former = programs("\(place)defaults.list", "Default Applications", type, .default)
                return (former ?? programs("\(place)mimeinfo.cache", "MIME Cache", type, .declared))?.first
            }
            return first.map { [$0] } ?? []
        case .declarations:
            let declared = Association.declared(for: type, in: applications)
            return rules.readsAsGLib ? declared : Array(declared.prefix(1))
        }
    }

    /// Returns the programs that lists add and caches declare, except programs that a list of an earlier directory
    /// removes. The lists of the desktops in use have only defaults.
    private func additions(_ type: String) -> [Association] {
        var found: [Association] = []
        var removed: Set<String> = []
        for directory in base.configurationSearchPath + applications {
            let list = "\(directory)/mimeapps.list"
            let named =
                (programs(list, "Added Associations", type, .added) ?? [])
                + (programs("\(directory)/mimeinfo.cache", "MIME Cache", type, .declared) ?? [])
            found += named.filter { !removed.contains($0.identifier) }
            removed.formUnion((programs(list, "Removed Associations", type, .added) ?? []).map(\.identifier))
        }
        return found
    }

    /// Returns the programs that a list or cache names for the type; nil if the group does not have the type.
    private func programs(
        _ file: String, _ group: String, _ type: String, _ kind: SchemeHandler.Reason.Kind
    ) -> [Association]? {
        // Most files do not name the type, and searching is much faster than parsing.
        guard let bytes = KeyFile.contents(of: file), bytes.firstIndex(of: Array(type.utf8)) != nil else { return nil }
        let list = KeyFile(bytes, rules: rules)
        guard let entry = list.entry(group, type) else { return nil }
        let reason = SchemeHandler.Reason(kind: kind, file: file, line: entry.line)
        return list.list(entry).prefix(Self.limit).map { Association(identifier: $0, reason: reason) }
    }

    /// Returns the installed application. GLib uses the first directory whose file can be used, hidden or not; xdg-open
    /// uses the first directory with such a file.
    private func handler(_ program: Association) -> SchemeHandler? {
        for directory in applications {
            guard let file = DesktopFiles.file(program.identifier, in: directory) else { continue }
            let handler = KeyFile.contents(of: file).flatMap { SchemeHandler(program, file: file, $0, rules: rules) }
            let isInstalled = handler?.neededPrograms.allSatisfy {
                DesktopProgram.locate($0, environment: environment) != nil
            }
            if isInstalled == true { return handler }
            if !rules.readsAsGLib { return nil }
        }
        return nil
    }

    /// The maximum number of programs for a type in one list, because each program costs a disk access.
    private static let limit = 256

    /// Looks up the owner of a scheme, which costs as much as ``handler(of:)``.
    package func owner(of scheme: Scheme) -> SchemeOwner {
        guard let handler = handler(of: scheme) else { return .nobody }
        return DesktopEntry.isOurs(handler.identifier, for: scheme) ? .us : .anotherApp
    }
}

extension Scheme {
    /// The MIME type for the handlers of a scheme.
    package var mimeType: String { "x-scheme-handler/\(text)" }
}

/// The recipient of a scheme's URLs on the desktop.
package enum SchemeOwner: Sendable, Hashable {
    /// The entry of `xcallback`, which `install` wrote.
    case us
    /// Another app. A recipient that cannot be looked up counts as another app.
    case anotherApp
    /// No app.
    case nobody
}
