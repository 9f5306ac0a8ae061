import URLSchemeRouter
import XCallbackURL

extension Form<RoutePattern> {
    static var pattern: Form {
        .located("a pattern") { text, context in
            do {
                return try RoutePattern(text.text, isOpaque: context.isOpaque)
            } catch {
                return context.mistake(text.location, "\(error)")
            }
        }
    }
}

extension Form<[[LocatedText]]> {
    /// Lists of parameters.
    /// - Parameter few: The least number of parameters as a word.
    static func groups(atLeast count: Int, _ few: String) -> Form {
        let names = JSONSchema.list(JSONSchema.scalar(mayBeOther: true), atLeast: count)
        let group = Form<[LocatedText]>("a list of names", schema: names) { node, context in
            let name = "'\(context.key.text)'"
            guard case .list = node.content, let texts = node.texts("a list of \(name)", context.diagnostics) else {
                node.refuse(name, "a list of lists of parameters, as in [[id, title]]", context.diagnostics)
                return nil
            }
            if texts.count < count {
                context.diagnostics.mistake(node.location, "a list of \(name) names at least \(few)")
            }
            return texts
        }
        return .list(of: group, isOfTexts: false)
    }
}

extension Form<String> {
    /// The id of a desktop entry.
    static var app: Form {
        .text("the id of a desktop entry such as firefox") { id in
            !id.isEmpty && !id.hasSuffix(".desktop") && !id.utf8.contains(UInt8(ascii: "/"))
        }
    }

    private static var memberName: String { "a letter or '_', followed by letters, digits, '_' and '-'" }

    /// The prefix of the names of an answer's members.
    static var memberPrefix: Form { .text(memberName, where: NameRules.isMember) }

    /// The name of an answer's member that is not reserved.
    static var member: Form {
        .text(memberName) { name in
            NameRules.isMember(name) && name != CallbackURL.errorMessageName && !name.lowercased().hasPrefix("x-")
        }
    }

    /// The parameter that carries a token.
    static var tokenParameter: Form {
        .text("x-token or a name such as auth-token") { name in
            name == "x-token" || NameRules.isFreeParameter(name)
        }
    }

    /// The name of a parameter, or a prefix of names followed by `*`.
    static var stripped: Form {
        .text("a name that does not begin with 'x-', or the beginning of names and '*'") {
            !$0.isEmpty && !$0.utf8.dropLast().contains(UInt8(ascii: "*")) && !$0.hasPrefix("x-")
        }
    }
}

extension Form<[UnitProperty]> {
    /// The prefixes of the properties that only the daemon sets: what the unit runs, as which user, on which streams,
    /// and how the unit ends.
    private static var reserved: [String] {
        [
            "Exec", "Type", "Standard", "TTY", "User", "Group", "Restart", "BindsTo", "Before", "After", "KillMode",
            "SendSIG", "RemainAfterExit", "Environment", "PassEnvironment", "UnsetEnvironment", "WorkingDirectory",
            "RootDirectory", "Slice", "Delegate", "SuccessExitStatus",
        ]
    }

    /// Properties in the order of the file.
    static var unitProperties: Form {
        let value = Form<String>.text("one line", mayBeOther: true, isShown: false) { text in
            !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
        }
        return Form.entries("a mapping of unit properties", value.schema()) { entry, context in
            let name = entry.key.text
            guard isName(name) else {
                return context.mistake(
                    entry.key.location, "'\(name)' is not a unit property such as ProtectHome or MemoryMax")
            }
            guard !reserved.contains(where: name.hasPrefix) else {
                return context.mistake(entry.key.location, "the daemon sets '\(name)' itself")
            }
            return value.read(entry.value, context).map { UnitProperty(name: name, value: $0) }
        }
    }

    private static func isName(_ text: String) -> Bool {
        (text.utf8.first.map { $0 & 0x20 == 0 } ?? false)
            && text.utf8.allSatisfy { NameRules.isWordStart($0) && $0 != UInt8(ascii: "_") }
    }
}
