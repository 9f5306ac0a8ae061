import TestSupport
import Testing

/// The direction of the folders in a module: a file names no type of a folder to the left.
struct FolderTests {
    /// The folders of each module from the outside in, by the first part of their path; "" is the module's own folder.
    /// Folders of one place do not name each other's types either.
    private static let orders: [String: [[String]]] = [
        "QueryCoding": [["Inspection"], ["Encoding"], ["Decoding"], ["JSON", "Percent"], ["Parameters"]],
        "UnixSystem": [["Processes", "Displays"], ["Files"], ["Threads"], ["Time"], [""], ["Sockets"]],
        "XCallbackURL": [[""], ["Callbacks"], ["Syntax"]],
        "URLSchemeRouter": [
            ["Router"], ["Middleware"], ["Handlers"], ["Isolation"], ["Table"], ["Index"], ["Pattern"],
        ],
        "DispatcherMessages": [["Paths"], ["Methods"], ["Replies"], ["Protocol"], ["Text", ""]],
        "DispatcherConfiguration": [
            ["Loading"], ["Checking", "Expansion"], ["Reading"], ["Keys"], ["Forms"], ["CodeCheck"], ["YAML"],
            ["Model"],
        ],
        "DesktopEntries": [["Installation"], ["Lookup"], ["Entries"]],
        "DispatcherJournal": [["Journal"], ["Store"], ["SQLite"], ["Values"]],
        "DispatcherRequests": [
            ["Reports", "Recovery", "Places"], ["Questions"], ["Calls"], ["Openers"], ["Rules"], ["Request"],
            ["Routes"], ["Secrets"],
        ],
        "DispatcherCommands": [["Opening", "Prompting"], ["Running"], ["Values"]],
        "DispatcherService": [
            ["Daemon"], ["Sockets"], ["Methods"], ["Dispatch"], ["Handlers", "Tables"],
            ["Calls", "Workers", "Features", "Questions", "Openers"], ["Places"], ["Outcomes"], ["Secrets"], ["Files"],
            ["Service"],
        ],
        "xcallback": [
            [""], ["Commands"], ["New"], ["Installation"], ["Agents", "Doctor", "Grants", "History", "Page", "Serve"],
            ["Launchers"], ["URLs"], ["Options"], ["Input"], ["Output"],
        ],
    ]

    /// Types that a folder to the right names all the same.
    private static let exceptions: [String: Set<String>] = [
        // Its `DecodingError` is a handler's error, in the namespace of the type that users see.
        "URLSchemeRouter": ["URLSchemeRouter"],
        // `install` writes the page of the whole command line.
        "xcallback": ["ManCommand"],
    ]

    private static let files: [String] = orders.keys.sorted().flatMap { Repository.swiftFiles("Sources/\($0)") }

    private static func module(of file: String) -> String { String(file.split(separator: "/")[1]) }

    private static func folder(of file: String) -> String {
        let parts = file.split(separator: "/")
        return parts.count > 3 ? String(parts[2]) : ""
    }

    private static func place(of folder: String, in module: String) -> Int? {
        orders[module]?.firstIndex { $0.contains(folder) }
    }

    /// The words of each file's lines, without its imports, comments and literals.
    private static let lines: [String: [Line]] = Dictionary(
        uniqueKeysWithValues: files.map { file in
            let text = (try? Repository.text(file)) ?? ""
            return (file, text.utf8.split(separator: UInt8(ascii: "\n")).compactMap(Line.init))
        })

    private struct Line {
        let isIndented: Bool
        let words: [String]

        /// Nil for an import.
        init?(_ text: Substring.UTF8View) {
            isIndented = text.first == UInt8(ascii: " ")
            var words: [String] = []
            var word: [UInt8] = []
            var isLiteral = false
            var previous: UInt8 = 0
            for byte in text {
                if byte == UInt8(ascii: "\""), previous != UInt8(ascii: "\\") { isLiteral.toggle() }
                if !isLiteral, byte == UInt8(ascii: "/"), previous == byte { break }
                previous = byte
                let isWord =
                    switch byte | 0x20 {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): !isLiteral
                    default: false
                    }
                if isWord {
                    word.append(byte)
                } else if !word.isEmpty {
                    words.append(String(decoding: word, as: UTF8.self))
                    word = []
                }
            }
            if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
            if words.prefix(2).contains("import") { return nil }
            self.words = words
        }
    }

    private static let kinds: Set<String> = ["struct", "class", "enum", "actor", "protocol", "typealias"]

    private static func declared(_ words: [String]) -> String? {
        guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count else { return nil }
        return words[kind + 1]
    }

    /// The folder of each type of a module, by its name. An extension declares none, and neither does a type inside another.
    private static let folders: [String: [String: String]] = {
        var folders: [String: [String: String]] = [:]
        for file in files {
            for line in lines[file] ?? [] where !line.isIndented {
                if let type = declared(line.words) { folders[module(of: file), default: [:]][type] = folder(of: file) }
            }
        }
        return folders
    }()

    @Test(arguments: files)
    func `a file names types of its own folder and of those to the right`(file: String) throws {
        let (module, own) = (Self.module(of: file), Self.folder(of: file))
        let place = try #require(Self.place(of: own, in: module), "the order of \(module) has no folder \(own)")
        let lines = Self.lines[file] ?? []
        // A type inside another may have the name of one outside.
        let nested = Set(lines.filter(\.isIndented).compactMap { Self.declared($0.words) })
        let exceptions = nested.union(Self.exceptions[module] ?? [])
        for word in lines.flatMap(\.words) where !exceptions.contains(word) {
            guard let other = Self.folders[module]?[word], other != own else { continue }
            #expect(try #require(Self.place(of: other, in: module)) > place, "\(file) names \(word) of \(other)")
        }
    }

    @Test(arguments: orders.keys.sorted())
    func `the order of a module names the folders that exist`(module: String) {
        let folders = Set(Repository.swiftFiles("Sources/\(module)").map(Self.folder))
        #expect(Set(Self.orders[module]?.joined().map(\.self) ?? []) == folders)
    }

    /// A type that is spread over many files can be read in none of them.
    @Test(arguments: [
        "DispatcherCommands", "DispatcherJournal", "DispatcherRequests", "DispatcherService", "RequestRecord",
    ])
    func `no type of the daemon is in more than three files`(module: String) {
        let types = Repository.swiftFiles("Sources/\(module)").map { file in
            file.split(separator: "/").last.map { $0.split { "+.".contains($0) }[0] } ?? ""
        }
        for (type, files) in Dictionary(grouping: types, by: \.self) {
            #expect(files.count <= 3, "\(type) of \(module)")
        }
    }

    @Test func `each module that has folders has an order`() {
        let modules = Repository.swiftFiles("Sources").filter { !Self.folder(of: $0).isEmpty }.map(Self.module)
        #expect(Set(modules) == Set(Self.orders.keys))
        #expect(Self.folders["DispatcherService"]?["Dispatcher"] == "Dispatch")
    }
}
