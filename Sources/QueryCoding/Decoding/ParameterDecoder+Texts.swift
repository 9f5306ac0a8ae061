extension ParameterDecoder {
    /// Returns the elements of an array of texts, decoded without a container; nil if an element needs a decoder.
    func texts(named name: String) throws -> [String]? {
        var texts: [String] = []
        var occurs = false
        let elements = try arrayParameters(named: name).elements
        // By index, so that no other element is copied.
        for index in elements.indices {
            if elements[index].name.isArray(name) {
                occurs = true
                guard let value = elements[index].value else { continue }
                if texts.isEmpty { texts.reserveCapacity(4) }
                texts.append(value)
            } else if elements[index].name.isBelow(name) {
                return nil
            }
        }
        guard occurs else { throw QueryCodingError.notFound(name) }
        return texts
    }

    /// Returns the members of a dictionary of texts, decoded without a container. Every name below the path is an
    /// unchanged key, dots included, and a bare name has an empty text.
    func textMembers(at path: String) -> [String: String] {
        var members: [String: String] = [:]
        let isTop = path.isEmpty
        for element in (isTop ? source.parameters : source.parameters(around: path)).elements {
            guard isTop || element.name.isBelow(path) else { continue }
            let key = isTop ? element.name : String(Substring(element.name.utf8.dropFirst(path.utf8.count + 1)))
            if let value = element.value {
                members[key] = value
            } else if members[key] == nil {
                members[key] = ""
            }
        }
        return members
    }
}
