extension ParameterDecoder {
    /// Returns the elements of an array of texts, decoded without a container; nil if an element needs a decoder.
    func texts(named name: String) throws -> [String]? {
        guard let items = try arrayParameters(named: name).items(of: name) else {
            throw QueryCodingError.notFound(name)
        }
        var texts: [String] = []
        texts.reserveCapacity(items.count)
        for item in items {
            guard case .text(let text) = item else { return nil }
            texts.append(text)
        }
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
