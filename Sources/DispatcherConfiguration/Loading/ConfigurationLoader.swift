import URLSchemeRouter
import UnixSystem
import XCallbackURL

/// Combines the files: config.yaml first, then the features in their order of precedence.
struct ConfigurationLoader {
    private(set) var configuration = Configuration()
    let trusted = TrustedFiles()
    /// Every readable feature, with the index of its file. A refused file still declares schemes that the daemon
    /// answers.
    private var read: [(feature: Feature, file: Int)] = []
    /// Whether a file could not be read, so that its scopes are unknown.
    private var hasUnread = false

    /// Reads the files of a folder.
    mutating func read(_ folder: ConfigurationFolder) {
        // A change from here on counts as a change after the loading.
        configuration.folder = folder
        configuration.stamps = Configuration.stamps(of: folder)
        if folder.isRequired, !Directory.exists(folder.path) {
            refuse(FileOrigin(path: folder.path, shown: folder.path), .settings, "no such folder")
        }
        _ = readSettings(FileOrigin(path: "\(folder.path)/config.yaml", shown: "config.yaml"))
        let misnamed = FileOrigin(path: "\(folder.path)/config.yml", shown: "config.yml")
        // The daemon starts without this file, as in earlier versions.
        if UnixSystem.File.exists(misnamed.path) { refuseName(of: misnamed) }
        let routes = FileOrigin(path: "\(folder.path)/routes.d", shown: "routes.d")
        let (names, failure) = FileReading.names(in: routes.path, trusted)
        if let failure { return refuse(routes, .routes, failure) }
        for name in names {
            let origin = FileOrigin(path: "\(routes.path)/\(name)", shown: "routes.d/\(name)")
            if FileReading.isMisnamed(name) { refuseName(of: origin) } else { readRoutes(origin) }
        }
    }

    /// Reads config.yaml. Returns false if the file is missing.
    mutating func readSettings(_ origin: FileOrigin) -> Bool {
        let diagnostics = Diagnostics()
        guard let node = content(of: origin, .settings, diagnostics) else {
            return configuration.files.contains { $0.path == origin.path }
        }
        let settings = Settings(node, ValueContext(origin: origin, diagnostics: diagnostics))
        if !diagnostics.hasMistakes { configuration.settings = settings }
        record(origin, .settings, diagnostics)
        return true
    }

    /// Reads a file of routes.d. Either all of its routes join the table, or no route does.
    mutating func readRoutes(_ origin: FileOrigin) {
        let diagnostics = Diagnostics()
        guard let node = content(of: origin, .routes, diagnostics) else {
            hasUnread = hasUnread || diagnostics.hasMistakes
            return
        }
        let context = ValueContext(origin: origin, diagnostics: diagnostics)
        guard let feature = FeatureReader(context: context, settings: configuration.settings).feature(node) else {
            hasUnread = true
            return record(origin, .routes, diagnostics)
        }
        if let other = configuration.features.first(where: { $0.name == feature.name }) {
            diagnostics.mistake(node.location, "the name '\(feature.name)' is already that of \(other.file)")
        }
        let other = configuration.features.first { $0.isOpaque != feature.isOpaque && $0.sharesScheme(with: feature) }
        if let other {
            diagnostics.mistake(
                node.location,
                "'opaque' must be the same in all files of a scheme, and in \(other.file) it is \(other.isOpaque)")
        }
        for route in other == nil ? feature.routes : [] {
            do {
                try configuration.index.add(route, of: feature)
            } catch {
                // The mistake has its own place.
                let reason = "\(error)".replacing(", \(route.value.location)", with: "")
                let remedy = route.value.isFallback ? "" : "; give one of them another path"
                diagnostics.mistake(route.value.location, reason + remedy)
            }
        }
        // A copy of the index for each file would cost more than a new index for each file with mistakes.
        if diagnostics.hasMistakes { indexAgain() } else { configuration.features.append(feature) }
        record(origin, .routes, diagnostics)
        read.append((feature, configuration.files.count - 1))
    }

    /// Refuses the files with a redirect to a scope that neither a file nor the program answers, and the files with a
    /// value in the authority of a URL whose scheme is not opaque. Must be called after all files are read.
    mutating func checkTargets(besides scopes: [Scope]) {
        // Most files have no redirect, and need no list of scopes.
        let hasRedirect = read.contains { $0.feature.routes.contains(where: \.value.isRedirect) }
        if !hasUnread, hasRedirect {
            let answered = Set(read.flatMap(\.feature.scopes) + scopes)
            refuse { $0.mistake(ofRedirectTo: answered) }
        }
        let opaque = configuration.index.opaqueSchemes
        refuse { $0.mistake(ofAuthorityUnless: opaque) }
    }

    /// Refuses the files that have a route with a mistake.
    private mutating func refuse(_ mistake: (RouteDefinition) -> Diagnostic?) {
        var isRefused = false
        for (feature, file) in read {
            let mistakes = feature.routes.compactMap { mistake($0.value) }
            guard !mistakes.isEmpty else { continue }
            configuration.files[file].state = .refused
            configuration.files[file].mistakes += mistakes
            configuration.features.removeAll { $0.file == feature.file }
            isRefused = true
        }
        if isRefused { indexAgain() }
    }

    /// Rebuilds the index from the remaining features.
    private mutating func indexAgain() {
        configuration.index = RouteIndex()
        for feature in configuration.features {
            for route in feature.routes {
                // These routes were in one index before, so no two of them tie.
                try? configuration.index.add(route, of: feature)
            }
        }
    }

    /// Records a file that cannot be read, or a folder that cannot be listed.
    mutating func refuse(_ origin: FileOrigin, _ kind: Configuration.Kind, _ reason: String) {
        if kind == .routes { hasUnread = true }
        let diagnostics = Diagnostics()
        diagnostics.mistake(origin.start, reason)
        record(origin, kind, diagnostics)
    }

    /// Refuses a file that ends in `.yml`.
    mutating func refuseName(of origin: FileOrigin) { refuse(origin, .routes, FileReading.misnamed(origin.path)) }

    /// Returns the content of a file. Returns nil for a missing file, and records and returns nil for an empty or
    /// unusable file.
    private mutating func content(of origin: FileOrigin, _ kind: Configuration.Kind, _ diagnostics: Diagnostics)
        -> YAMLNode?
    {
        switch FileReading.read(origin.path, trusted) {
        case .missing: return nil
        case .unusable(let reason): diagnostics.mistake(origin.start, reason)
        case .bytes(let bytes):
            if let node = YAMLReader.read(bytes, file: origin.shown, diagnostics: diagnostics) { return node }
        }
        record(origin, kind, diagnostics, as: .empty)
        return nil
    }

    private mutating func record(
        _ origin: FileOrigin, _ kind: Configuration.Kind, _ diagnostics: Diagnostics,
        as state: Configuration.State = .loaded
    ) {
        configuration.files.append(
            Configuration.File(
                path: origin.path, kind: kind, state: diagnostics.hasMistakes ? .refused : state,
                mistakes: diagnostics.mistakes, warnings: diagnostics.warnings))
    }
}

extension Feature {
    fileprivate func sharesScheme(with other: Feature) -> Bool {
        scopes.contains { $0.scheme != nil && other.scopes.contains($0) }
    }
}

extension RouteDefinition {
    fileprivate var isRedirect: Bool { if case .redirect = action { true } else { false } }

    /// Returns the mistake of a URL with a value in its authority, unless the scheme is one of these opaque schemes.
    fileprivate func mistake(ofAuthorityUnless opaque: Set<Scheme>) -> Diagnostic? {
        guard let valueInAuthority, let scheme = action.target?.scheme, !opaque.contains(scheme) else { return nil }
        let key = isRedirect ? RouteKeys.redirect : RouteKeys.open
        return Diagnostic(
            valueInAuthority,
            "the host in '\(key.name)' must be fixed text; write '/' or '?' between the host and a value")
    }

    /// Returns the mistake of a redirect whose scope is not among these scopes; nil for other routes.
    fileprivate func mistake(ofRedirectTo answered: Set<Scope>) -> Diagnostic? {
        guard case .redirect(let template) = action, let url = try? XCallbackURL(template.sample) else { return nil }
        let scopes = Scope.candidates(for: url)
        guard url.scheme.text != "xcallback", answered.isDisjoint(with: scopes) else { return nil }
        let own = answered.compactMap { if case .scheme(let scheme) = $0 { scheme.text } else { nil } }
        let hint = hint(for: url.scheme.text, among: own.sorted())
        return Diagnostic(
            location,
            "the 'redirect' leads to \(scopes[0]), which no route answers"
                + (hint.isEmpty ? "; use 'open' for a URL of another app" : hint))
    }
}
