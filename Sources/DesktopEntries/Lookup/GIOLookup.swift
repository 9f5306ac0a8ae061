/// Finds the program for a MIME type by the rules of GIO, which gio, GNOME, Cinnamon, MATE, Xfce and Firefox use: in
/// the order of the MIME Applications Associations specification 1.0.1.
///
/// The result is the installed default of the first list that has such a default. Otherwise it is the first installed
/// program that a list adds or a cache declares, and that no earlier list removes. Like GIO, this lookup does not
/// search the .desktop files if there is no mimeinfo.cache.
struct GIOLookup {
    let base: BaseDirectories
    let applications: ApplicationDirectories

    /// The combined lists of one directory.
    private struct Folder {
        var defaults: [AssociationList.Entry] = []
        var additions: [AssociationList.Entry]?
        var removals: [AssociationList.Entry]?

        /// Adds the programs of a list. An addition does not count if an earlier list of the directory removes the
        /// program, and vice versa. The first addition or removal of a directory always counts.
        mutating func merge(_ list: AssociationList, tweaks: Bool) {
            defaults += list.defaults ?? []
            guard tweaks else { return }
            additions = Self.merged(additions, with: list.additions, without: removals)
            removals = Self.merged(removals, with: list.removals, without: additions)
        }

        private static func merged(
            _ entries: [AssociationList.Entry]?, with new: [AssociationList.Entry]?,
            without others: [AssociationList.Entry]?
        ) -> [AssociationList.Entry]? {
            guard let entries, let new else { return entries ?? new }
            let excluded = Set((others ?? []).map(\.identifier))
            return entries + new.filter { !excluded.contains($0.identifier) }
        }
    }

    func handler(of type: String) -> SchemeHandler? {
        var tried: Set<String> = []
        func installed(_ entry: AssociationList.Entry) -> SchemeHandler? {
            tried.insert(entry.identifier).inserted ? applications.application(entry.identifier, entry.reason) : nil
        }

        let configurations = base.configurationSearchPath
        var folders: [Folder] = []
        for path in configurations + applications.paths {
            let folder = read(path, type: type, hasApplications: folders.count >= configurations.count)
            if let handler = folder.defaults.firstResult(installed) { return handler }
            folders.append(folder)
        }
        var removed: Set<String> = []
        for (index, folder) in folders.enumerated() {
            // A directory's entries do not count for programs that an earlier directory also has.
            let earlier = applications.paths.prefix(max(0, index - configurations.count))
            for entry in folder.additions ?? [] where !removed.contains(entry.identifier) {
                guard !earlier.contains(where: { DesktopFiles.file(entry.identifier, in: $0) != nil }) else { continue }
                if let handler = installed(entry) { return handler }
            }
            removed.formUnion((folder.removals ?? []).map(\.identifier))
        }
        return nil
    }

    /// Returns the program whose .desktop file names the type, regardless of the lists.
    func declaredHandler(of type: String) -> SchemeHandler? {
        DeclaredApplication.all(for: type, in: applications.paths)
            .firstResult { applications.application($0.identifier, $0.reason) }
    }

    /// Reads a list. The lists of the desktops in use have only defaults, and so has defaults.list, which GLib still
    /// reads.
    private func read(_ path: String, type: String, hasApplications: Bool) -> Folder {
        var folder = Folder()
        let lists = base.defaultApplications(in: path)
        for file in lists { folder.merge(list(file, type), tweaks: file == lists.last) }
        guard hasApplications else { return folder }
        folder.merge(list("\(path)/defaults.list", type), tweaks: false)
        folder.merge(list("\(path)/mimeinfo.cache", type, isCache: true), tweaks: true)
        return folder
    }

    private func list(_ file: String, _ type: String, isCache: Bool = false) -> AssociationList {
        AssociationList(ApplicationDirectories.contents(of: file) ?? [], file: file, type: type, isCache: isCache)
    }
}
