/// A node of the tree being built.
struct ValueNode {
    enum Shape { case leaf, array, object }

    private var shape: Shape
    /// The value of a leaf.
    private var leaf: QueryValue
    /// The elements of an array.
    private var elements: [QueryValue] = []
    /// The members of an object, without repeated names.
    private var members: [QueryValue.Member] = []
    /// The positions of the members by their names, for an object with many members.
    private var positions: [ByteText: Int] = [:]
    /// The encoders of elements or members, by position. The encoders' values take precedence, because a container may
    /// still write to them.
    private var children: [(position: Int, encoder: ValueEncoder)] = []

    /// The maximum number of names that are compared one by one, which is faster than hashing.
    private static let few = 12

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
        }
    }

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

    private mutating func append(_ member: consuming QueryValue.Member) {
        // A structure rarely has more members.
        if members.isEmpty { members.reserveCapacity(8) }
        members.append(member)
        guard members.count > Self.few else { return }
        for index in positions.count..<members.count { positions[ByteText(members[index].name)] = index }
    }

    private func position(of name: String) -> Int? {
        if !positions.isEmpty { return positions[ByteText(name)] }
        for index in members.indices where members[index].name.hasSameBytes(as: name) { return index }
        return nil
    }

    /// Changes the shape of the node, which loses its old content.
    private mutating func become(_ shape: Shape) {
        if self.shape != shape { self = ValueNode(shape) }
    }
}
