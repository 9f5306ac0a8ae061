/// Names in the order in which they were first added, without repeats.
struct NameList {
    private(set) var names: [String] = []
    private var positions: [ByteText: Int] = [:]

    /// The maximum number of names that are compared one by one, which is faster than hashing.
    static let few = 12

    /// Adds a name, if the list does not have it, and returns its position.
    mutating func add(_ name: String) -> Int {
        if let position = positions[ByteText(name)] { return position }
        positions[ByteText(name)] = names.count
        names.append(name)
        return names.count - 1
    }

    /// Returns the position of a name, or nil.
    func position(of name: String) -> Int? { positions[ByteText(name)] }
}
