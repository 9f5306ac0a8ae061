/// A node of the tree being built. It is a class because a nested container may write after its parent has moved on.
final class ValueNode {
    /// A member or an element: a value, or a node as long as a container may write to it.
    private enum Slot {
        case leaf(QueryValue)
        case node(ValueNode)

        var value: QueryValue {
            switch self {
            case .leaf(let value): value
            case .node(let node): node.value
            }
        }

        var isCase: Bool { if case .node(let node) = self { node.isCase } else { false } }
    }

    private enum Shape {
        case leaf, array, object
    }

    private var shape: Shape
    /// The value of a leaf.
    private var leaf: QueryValue
    /// The elements of an array or the members of an object.
    private var slots: [Slot] = []
    /// The names of the members.
    private var names = NameList()
    /// Whether this is the payload of an enum's case.
    var isCase = false

    init() {
        shape = .object
        leaf = .null
    }

    private init(_ leaf: QueryValue) {
        shape = .leaf
        self.leaf = leaf
    }

    var value: QueryValue {
        switch shape {
        case .leaf: return leaf
        case .array: return .array(slots.map(\.value))
        case .object:
            var members: [QueryValue.Member] = []
            members.reserveCapacity(slots.count)
            for index in slots.indices {
                members.append(QueryValue.Member(names.names[index], slots[index].value, isCase: slots[index].isCase))
            }
            return .object(members)
        }
    }

    var count: Int { shape == .array ? slots.count : 0 }

    func set(_ value: QueryValue) {
        become(.leaf)
        leaf = value
    }

    func becomeArray() { become(.array) }

    /// Returns the node of a member.
    func member(_ name: String) -> ValueNode {
        become(.object)
        let (position, isNew) = names.add(name)
        let node: ValueNode
        if isNew {
            node = ValueNode()
            slots.append(.node(node))
        } else {
            switch slots[position] {
            case .node(let existing): return existing
            case .leaf(let value): node = ValueNode(value)
            }
            slots[position] = .node(node)
        }
        return node
    }

    /// Sets the value of a member that no container writes to.
    func setMember(_ name: String, _ value: QueryValue) {
        become(.object)
        // A structure rarely has more members.
        if slots.isEmpty { slots.reserveCapacity(8) }
        let (position, isNew) = names.add(name)
        if isNew {
            slots.append(.leaf(value))
        } else if case .node(let node) = slots[position] {
            node.set(value)
        } else {
            slots[position] = .leaf(value)
        }
    }

    /// Returns the node of a new element.
    func append() -> ValueNode {
        become(.array)
        let node = ValueNode()
        slots.append(.node(node))
        return node
    }

    /// Appends an element that no container writes to.
    func append(_ value: QueryValue) {
        become(.array)
        slots.append(.leaf(value))
    }

    /// Appends texts, as encoding them one by one does: a container may append more.
    func append(_ texts: [String]) {
        become(.array)
        for text in texts { slots.append(.leaf(.string(text))) }
    }

    /// A node that changes its shape loses what it had.
    private func become(_ shape: Shape) {
        guard self.shape != shape else { return }
        self.shape = shape
        slots = []
        names = NameList()
    }
}
