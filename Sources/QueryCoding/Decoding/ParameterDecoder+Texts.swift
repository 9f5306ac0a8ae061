extension ParameterDecoder {
    /// Returns the elements of an array of texts, decoded without a container; nil if an element needs a decoder.
    func texts(named name: String) throws -> [String]? {
        var texts: [String] = []
        var occurs = false
        for element in try arrayParameters(named: name).elements {
            if element.name.isArray(name) {
                occurs = true
                if let value = element.value { texts.append(value) }
            } else if element.name.isBelow(name) {
                return nil
            }
        }
        guard occurs else { throw QueryCodingError.notFound(name) }
        return texts
    }

    /// Returns the members of a dictionary of texts, decoded without a container.
    func textMembers(at path: String) throws -> [String: String] {
        var members: [String: String] = [:]
        for key in names(below: path) {
            members[key] = try scalar(String.self, named: path.isEmpty ? key : path + "." + key)
        }
        return members
    }
}
