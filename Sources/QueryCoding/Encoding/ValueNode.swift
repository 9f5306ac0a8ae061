/// A node of the tree being built. It is a class because a nested container may write after its parent has moved on.
final class ValueNode {
    private enum Content {
        case leaf(QueryValue)
        case array([ValueNode])
        case object([(name: String, node: ValueNode)])
    }

    private var content = Content.object([])

    var value: QueryValue {
        switch content {
        case .leaf(let value): value
        case .array(let nodes): .array(nodes.map(\.value))
        case .object(let members): .object(members.map { QueryValue.Member($0.name, $0.node.value) })
        }
    }

    var count: Int {
        if case .array(let nodes) = content { nodes.count } else { 0 }
    }

    func set(_ value: QueryValue) { content = .leaf(value) }

    func becomeArray() { if case .array = content {} else { content = .array([]) } }

    func member(_ name: String) -> ValueNode {
        var members: [(name: String, node: ValueNode)] = []
        if case .object(let existing) = content { members = existing }
        if let existing = members.first(where: { $0.name.hasSameBytes(as: name) }) { return existing.node }
        let node = ValueNode()
        members.append((name, node))
        content = .object(members)
        return node
    }

    func append() -> ValueNode {
        var nodes: [ValueNode] = []
        if case .array(let existing) = content { nodes = existing }
        let node = ValueNode()
        nodes.append(node)
        content = .array(nodes)
        return node
    }
}
