/// A node of the tree being built.
struct ValueNode {
    private enum Shape {
        case leaf, array, object
    }

    private var shape = Shape.object
    /// The value of a leaf.
    private var leaf = QueryValue.null
    /// The elements of an array.
    private var elements: [QueryValue] = []
    /// The members of an object, each name once.
    private var members: [QueryValue.Member] = []
    /// The names of the members, if there are many.
    private var names: NameList?
    /// The encoders of elements or members, by position. Their values count, because a container may still write to them.
    private var children: [(position: Int, encoder: ValueEncoder)] = []

    init() {}

    private init(leaf: QueryValue) {
        shape = .leaf
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
        }
    }

    var count: Int { shape == .array ? elements.count : 0 }

    mutating func set(_ value: QueryValue) {
        become(.leaf)
        leaf = value
    }

    mutating func becomeArray() { become(.array) }

    /// Returns the encoder of a member, which is made with the value that the member has.
    mutating func member(_ name: String, _ make: (ValueNode) -> ValueEncoder) -> ValueEncoder {
        become(.object)
        let existing = position(of: name)
        if let existing, let child = children.first(where: { $0.position == existing }) { return child.encoder }
        let encoder = make(existing.map { ValueNode(leaf: members[$0].value) } ?? ValueNode())
        children.append((existing ?? members.count, encoder))
        if existing == nil { append(QueryValue.Member(name, .null)) }
        return encoder
    }

    /// Sets the value of a member that no container writes to.
    mutating func setMember(_ name: String, _ value: QueryValue) {
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

    /// Appends texts, as encoding them one by one does: a container may append more.
    mutating func append(_ texts: [String]) {
        become(.array)
        for text in texts { elements.append(.string(text)) }
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

    /// A node that changes its shape loses what it had.
    private mutating func become(_ shape: Shape) {
        guard self.shape != shape else { return }
        self = ValueNode()
        self.shape = shape
    }
}
