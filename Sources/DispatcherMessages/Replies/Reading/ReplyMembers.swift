import QueryCoding

/// The members of an object, read by their names. Members with other names are ignored, because a newer daemon may add
/// some.
struct ReplyMembers<Name: RawRepresentable> where Name.RawValue == String {
    private let value: QueryValue

    /// Throws if the value is not an object.
    init(_ value: QueryValue, named names: Name.Type) throws(ReplyError) {
        guard case .object = value else { throw ReplyError("must be an object") }
        self.value = value
    }

    /// Reads a member that must be there.
    func read<Part>(
        _ name: Name, _ read: (QueryValue) throws(ReplyError) -> Part
    ) throws(ReplyError) -> Part {
        guard let part = try readIfPresent(name, read) else { throw ReplyError("is missing", at: [name.rawValue]) }
        return part
    }

    /// Reads a member; nil if there is none.
    func readIfPresent<Part>(
        _ name: Name, _ read: (QueryValue) throws(ReplyError) -> Part
    ) throws(ReplyError) -> Part? {
        guard let member = value[name.rawValue] else { return nil }
        do throws(ReplyError) {
            return try read(member)
        } catch {
            throw error.within(name.rawValue)
        }
    }

    /// Reads an array, each element in the same way.
    func list<Part>(
        _ name: Name, of read: (QueryValue) throws(ReplyError) -> Part
    ) throws(ReplyError) -> [Part] {
        guard let value = value[name.rawValue] else { throw ReplyError("is missing", at: [name.rawValue]) }
        do throws(ReplyError) {
            return try value.replyList(of: read)
        } catch {
            throw error.within(name.rawValue)
        }
    }

    func any(_ name: Name) -> QueryValue? { value[name.rawValue] }

    func text(_ name: Name) throws(ReplyError) -> String { try read(name, QueryValue.replyText) }

    func optionalText(_ name: Name) throws(ReplyError) -> String? { try readIfPresent(name, QueryValue.replyText) }

    func texts(_ name: Name) throws(ReplyError) -> [String] { try list(name, of: QueryValue.replyText) }

    func whole(_ name: Name) throws(ReplyError) -> Int { try read(name, QueryValue.replyWhole) }

    func bool(_ name: Name) throws(ReplyError) -> Bool { try read(name, QueryValue.replyBool) }
}
