/// The programs for one MIME type in one mimeapps.list or mimeinfo.cache.
struct AssociationList {
    /// A program, and the line that names it.
    struct Entry: Hashable {
        let identifier: String
        let reason: SchemeHandler.Reason
    }

    /// The programs of the group; nil if the group does not have the type.
    private(set) var defaults: [Entry]?
    private(set) var additions: [Entry]?
    private(set) var removals: [Entry]?

    /// Reads the list. The last value of a repeated key counts. A malformed file has no programs.
    ///
    /// - Parameter isCache: Whether the list is a mimeinfo.cache, whose group has another name.
    init(_ bytes: [UInt8], file: String, type: String, isCache: Bool = false) {
        let type = Array(type.utf8)
        // Most files do not name the type, and searching is much faster than parsing.
        guard bytes.firstIndex(of: type) != nil else { return }
        var read = Self()
        let isWellFormed = KeyFile.read(bytes) { entry in
            guard entry.key.elementsEqual(type) else { return }
            func entries(_ kind: SchemeHandler.Reason.Kind) -> [Entry]? {
                let reason = SchemeHandler.Reason(kind: kind, file: file, line: entry.line)
                return KeyFile.list(entry.value)?.prefix(Self.limit).map { Entry(identifier: $0, reason: reason) }
            }
            switch String(decoding: entry.group, as: UTF8.self) {
            case "Default Applications": read.defaults = entries(.default)
            case "Added Associations" where !isCache: read.additions = entries(.added)
            case "MIME Cache" where isCache: read.additions = entries(.declared)
            case "Removed Associations": read.removals = entries(.added)
            default: break
            }
        }
        if isWellFormed { self = read }
    }

    private init() {}

    /// The maximum number of programs for a type, because each program costs a disk access.
    private static let limit = 256
}
