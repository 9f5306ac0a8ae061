import QueryCoding

extension QueryValue {
    /// An object of the members that are not nil, in their order.
    static func reply<Name: RawRepresentable>(_ members: [(Name, QueryValue?)]) -> QueryValue
    where Name.RawValue == String {
        .object(members.compactMap { name, value in value.map { Member(name.rawValue, $0) } })
    }

    static func texts(_ texts: [String]) -> QueryValue { .array(texts.map { .string($0) }) }

    static func replyText(_ value: QueryValue) throws(ReplyError) -> String {
        guard let text = value.string else { throw ReplyError("must be text") }
        return text
    }

    static func replyWhole(_ value: QueryValue) throws(ReplyError) -> Int {
        guard case .number(let text) = value, let number = Int(text) else { throw ReplyError("must be a whole number") }
        return number
    }

    static func replyBool(_ value: QueryValue) throws(ReplyError) -> Bool {
        guard case .bool(let flag) = value else { throw ReplyError("must be true or false") }
        return flag
    }

    static func replyMembers(_ value: QueryValue) throws(ReplyError) -> [Member] {
        guard case .object(let members) = value else { throw ReplyError("must be an object") }
        return members
    }

    func replyList<Part>(of read: (QueryValue) throws(ReplyError) -> Part) throws(ReplyError) -> [Part] {
        guard case .array(let values) = self else { throw ReplyError("must be an array") }
        var parts: [Part] = []
        parts.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            do throws(ReplyError) {
                parts.append(try read(value))
            } catch {
                throw error.within("\(index)")
            }
        }
        return parts
    }
}

extension RawRepresentable where RawValue == String {
    /// Reads a word that must be one of the type's.
    static func reply(_ value: QueryValue) throws(ReplyError) -> Self {
        let text = try QueryValue.replyText(value)
        guard let word = Self(rawValue: text) else {
            throw ReplyError("must be a known word, not '\(Printable.line(text, limit: 64))'")
        }
        return word
    }
}
