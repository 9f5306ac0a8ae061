/// A node of the tree being built.
struct ValueNode {
    enum Shape {
        case leaf, array, object
        /// An object that will become parameters: its members are stored as parameters while possible.
        case flat
    }

    private var shape: Shape
    /// The value of a leaf.
    private var leaf: QueryValue
    /// The elements of an array.
    private var elements: [QueryValue] = []
    /// The members of an object, without repeated names.
    private var members: [QueryValue.Member] = []
    /// The members of a flat object: few scalars, without repeated names.
    private var parameters: [QueryParameter] = []
    /// The names of the members, for an object with many members.
    private var names: NameList?
    /// The encoders of elements or members, by position. The encoders' values take precedence, because a container may
    /// still write to them.
    private var children: [(position: Int, encoder: ValueEncoder)] = []

    init(_ shape: Shape = .object, leaf: QueryValue = .null) {
        self.shape = shape
        self.leaf = leaf
    }

    var value: QueryValue {
        switch shape {
        case .leaf: return leaf
        case .array:
            var elements = elements
            for child in children { elements[child.position] = child.encoder.value }
            return .array(elements)
        case .object:
            var members = members
            for child in children {
                let name = members[child.position].name
                members[child.position] = QueryValue.Member(name, child.encoder.value, isCase: child.encoder.isCase)
            }
            return .object(members)
        case .flat: return .object(Self.members(parameters))
        }
    }

    /// The members of an object that is still flat; nil for any other node.
    var flatParameters: QueryParameters? { shape == .flat ? QueryParameters(parameters) : nil }

    var count: Int { shape == .array ? elements.count : 0 }

    mutating func set(_ value: QueryValue) {
        become(.leaf)
        leaf = value
    }

    mutating func becomeArray() { become(.array) }

    /// Returns the encoder of a member. A new encoder starts with the current value of the member.
    mutating func member(_ name: String, _ make: (ValueNode) -> ValueEncoder) -> ValueEncoder {
        become(.object)
        let existing = position(of: name)
        if let existing, let child = children.first(where: { $0.position == existing }) { return child.encoder }
        let encoder = make(existing.map { ValueNode(.leaf, leaf: members[$0].value) } ?? ValueNode())
        children.append((existing ?? members.count, encoder))
        if existing == nil { append(QueryValue.Member(name, .null)) }
        return encoder
    }

    /// Sets the value of a member that no container writes to.
    mutating func setMember(_ name: consuming String, _ value: consuming QueryValue) {
        guard shape == .flat, hasRoom(for: name) else { return setTreeMember(name, value) }
        // The name and the text move to the list, so that no reference is counted.
        switch consume value {
        case .bool(let value): appendFlat(name, value ? "true" : "false")
        case .number(let text), .string(let text): appendFlat(name, text)
        case let other: setTreeMember(name, other)
        }
    }

    private mutating func setTreeMember(_ name: consuming String, _ value: consuming QueryValue) {
        become(.object)
        guard let existing = position(of: name) else { return append(QueryValue.Member(name, value)) }
        if let child = children.first(where: { $0.position == existing }) {
            child.encoder.node.set(value)
        } else {
            members[existing].value = value
        }
    }

    /// Returns the encoder of a new element.
    mutating func element(_ make: (Int) -> ValueEncoder) -> ValueEncoder {
        become(.array)
        let encoder = make(elements.count)
        children.append((elements.count, encoder))
        elements.append(.null)
        return encoder
    }

    /// Appends an element that no container writes to.
    mutating func append(_ value: QueryValue) {
        become(.array)
        elements.append(value)
    }

    /// Appends texts, as encoding the texts one by one does: a container may append more elements.
    mutating func append(_ texts: [String]) {
        become(.array)
        for text in texts { elements.append(.string(text)) }
    }

    /// Returns whether a flat object stays flat with another member.
    private func hasRoom(for name: String) -> Bool {
        guard parameters.count < NameList.few else { return false }
        for index in parameters.indices where parameters[index].name.hasSameBytes(as: name) { return false }
        return true
    }

    /// Appends a scalar to a flat object.
    @inline(__always)
    private mutating func appendFlat(_ name: consuming String, _ text: consuming String) {
        // A structure rarely has more members.
        if parameters.isEmpty { parameters.reserveCapacity(8) }
        parameters.append(QueryParameter(name, text))
    }

    /// Makes members from parameters. A parameter does not distinguish a number from a text, so all values become
    /// texts.
    private static func members(_ parameters: [QueryParameter]) -> [QueryValue.Member] {
        parameters.map { QueryValue.Member($0.name, $0.value.map { .string($0) } ?? .null) }
    }

    private mutating func append(_ member: consuming QueryValue.Member) {
        // A structure rarely has more members.
        if members.isEmpty { members.reserveCapacity(8) }
        let count = members.count
        members.append(member)
        guard count >= NameList.few else { return }
        var names = self.names ?? NameList()
        self.names = nil
        for index in (count == NameList.few ? 0 : count)...count { _ = names.add(members[index].name) }
        self.names = names
    }

    private func position(of name: String) -> Int? {
        if let names { return names.position(of: name) }
        for index in members.indices where members[index].name.hasSameBytes(as: name) { return index }
        return nil
    }

    /// Changes the shape of the node. The node loses its old content, except that a flat object becomes a tree.
    private mutating func become(_ shape: Shape) {
        guard self.shape != shape else { return }
        let members = self.shape == .flat && shape == .object ? Self.members(parameters) : []
        self = ValueNode()
        self.shape = shape
        self.members = members
    }
}
