/// Parameters in their original order; names may repeat.
public struct QueryParameters: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// The parameters, in order.
    public var elements: [QueryParameter]

    /// Makes a list of these parameters.
    public init(_ elements: [QueryParameter] = []) { self.elements = elements }

    /// The state of one name in a query.
    public enum State: Sendable, Hashable {
        /// The name does not occur.
        case absent
        /// The name occurs, but never with a value: `?draft`.
        case bare
        /// The last value of the name, which may be empty.
        case value(String)

        /// Compares the bytes of values.
        public static func == (left: Self, right: Self) -> Bool {
            switch (left, right) {
            case (.absent, .absent), (.bare, .bare): true
            case (.value(let left), .value(let right)): left.hasSameBytes(as: right)
            default: false
            }
        }
    }

    /// The state of a name that has a single value: the last value applies, and a bare repeat does not erase it.
    public subscript(name: String) -> State {
        var isBare = false
        for index in elements.indices.reversed() where elements[index].name.hasSameBytes(as: name) {
            if let value = elements[index].value { return .value(value) }
            isBare = true
        }
        return isBare ? .bare : .absent
    }

    /// Returns whether the name occurs as a scalar, an array or a structure: `a`, `a[]`, `a.0`, `a.b`.
    public func contains(_ name: String) -> Bool {
        elements.contains { $0.name.isArray(name) || $0.name.isBelow(name) }
    }

    /// Returns the next component of each name below a dotted path, without repeats, in order.
    func names(below path: String) -> [String] {
        var seen: Set<ByteText> = []
        return elements.compactMap { $0.name.component(below: path) }.filter { seen.insert(ByteText($0)).inserted }
    }

    /// Makes a list of these parameters.
    public init(arrayLiteral elements: QueryParameter...) { self.init(elements) }

    /// An element of an array. The path of a numbered element is its unchanged name (`tags.7`).
    package enum Item: Sendable {
        /// A text; the path is nil if the text came from a repeat of the array's own name.
        case text(String, path: String?)
        /// A numbered element without a value.
        case bare(path: String)
        /// A structure or a nested array.
        case below(path: String)

        package var path: String? {
            switch self {
            case .text(_, let path): path
            case .bare(let path), .below(let path): path
            }
        }
    }

    /// Returns the elements of an array written as `a=1&a=2`, `a[]=1` or `a.0=1`; numbered elements come last, in
    /// ascending order. The numbering may begin anywhere and have gaps. Returns nil if the name does not occur, and an
    /// empty array for a bare name.
    package func items(of name: String) -> [Item]? {
        var occurs = false
        var items: [Item] = []
        var numbered: [(index: ArrayIndex, item: Item)] = []
        for element in elements {
            if element.name.isArray(name) {
                occurs = true
                if let value = element.value { items.append(.text(value, path: nil)) }
            } else if element.name.isBelow(name), let index = ArrayIndex(of: element.name, below: name) {
                occurs = true
                numbered.append((index, element.item(index)))
            }
        }
        guard occurs else { return nil }
        // Equal indices keep their order. An array that is already in order needs one comparison for each element.
        numbered.sort { $0.index < $1.index }
        for (position, (index, item)) in numbered.enumerated() {
            if position == 0 || numbered[position - 1].index < index {
                items.append(item)
            } else if case .bare = item {
                // A bare repeat does not erase a value.
                continue
            } else {
                items[items.count - 1] = item
            }
        }
        return items
    }

    /// Returns an object with each name once, in the order of first occurrence; a repeated name becomes an array.
    /// - Parameter bare: The value for a parameter without a value.
    package func grouped(bare: QueryValue) -> QueryValue {
        var members: [QueryValue.Member] = []
        members.reserveCapacity(elements.count)
        var positions = Dictionary<ByteText, Int>(minimumCapacity: elements.count)
        // The elements of a span are read in place, so that no reference is counted.
        let elements = elements.span
        for index in elements.indices {
            let value = elements[index].value.map { QueryValue.string($0) } ?? bare
            let name = elements[index].name
            if let position = positions[ByteText(name)] {
                members[position].value.append(value)
            } else {
                positions[ByteText(name)] = members.count
                members.append(QueryValue.Member(name, value))
            }
        }
        return .object(members)
    }
}

extension String {
    /// Whether the text is `name` or `name[]`, which are repeated for an array.
    @inline(__always)
    func isArray(_ name: String) -> Bool {
        switch utf8.count - name.utf8.count {
        case 0: hasSameBytes(as: name)
        case 2: utf8.starts(with: name.utf8) && utf8.suffix(2).elementsEqual("[]".utf8)
        default: false
        }
    }

    /// Whether the text begins with `name.` and continues.
    @inline(__always)
    package func isBelow(_ name: String) -> Bool {
        // For most texts, the comparison of the lengths decides without a call.
        utf8.count > name.utf8.count + 1 && begins(with: name, before: UInt8(ascii: "."))
    }

    /// Whether a byte follows the bytes of a name that is shorter than the text.
    private func begins(with name: String, before byte: UInt8) -> Bool {
        utf8[utf8.index(utf8.startIndex, offsetBy: name.utf8.count)] == byte && utf8.starts(with: name.utf8)
    }

    /// Returns the first component of the text below a dotted path, without `[]`; nil for a text that is not below the
    /// path.
    fileprivate func component(below path: String) -> String? {
        var rest = utf8[...]
        if !path.isEmpty {
            guard isBelow(path) else { return nil }
            rest = rest.dropFirst(path.utf8.count + 1)
        }
        var part = rest.prefix { $0 != UInt8(ascii: ".") }
        if part.count == rest.count, part.count >= 2, part.suffix(2).elementsEqual("[]".utf8) {
            part = part.dropLast(2)
        }
        guard !part.isEmpty else { return nil }
        return part.count == utf8.count ? self : String(Substring(part))
    }
}

extension String {
    /// Returns whether a parameter with this name is read as an array of the given name, or as one of its elements:
    /// `tags`, `tags[]`, `tags.7`, `tags.7.title`.
    package func isElement(ofArray name: String) -> Bool {
        isArray(name) || isBelow(name) && ArrayIndex(of: self, below: name) != nil
    }
}

/// The index in the name of a numbered element. Indices compare by their digits, because an index can have any number
/// of digits.
private struct ArrayIndex: Comparable {
    private let digits: Substring.UTF8View
    /// Whether the name ends after the index.
    let isLast: Bool

    /// Reads the component after `name.`; nil for a component that is not a number, or that begins with a needless 0.
    init?(of text: String, below name: String) {
        var digits = text.utf8.dropFirst(name.utf8.count + 1)
        let end = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.endIndex
        isLast = end == digits.endIndex && !digits.suffix(2).elementsEqual("[]".utf8)
        digits = digits[..<end]
        if end == text.utf8.endIndex, !isLast { digits = digits.dropLast(2) }
        guard let first = digits.first, first != UInt8(ascii: "0") || digits.count == 1,
            digits.allSatisfy(\.isDigit)
        else { return nil }
        self.digits = digits
    }

    /// The place in the name where the index ends.
    var end: String.Index { digits.endIndex }

    static func < (left: Self, right: Self) -> Bool {
        left.digits.count == right.digits.count
            ? left.digits.lexicographicallyPrecedes(right.digits) : left.digits.count < right.digits.count
    }

    static func == (left: Self, right: Self) -> Bool { left.digits.elementsEqual(right.digits) }
}

extension QueryParameter {
    /// Returns the parameter as an item of its array.
    fileprivate func item(_ index: ArrayIndex) -> QueryParameters.Item {
        guard index.isLast else { return .below(path: String(Substring(name.utf8[..<index.end]))) }
        return value.map { .text($0, path: name) } ?? .bare(path: name)
    }
}

extension QueryValue {
    /// Appends a value in place; a value that is not an array first becomes an array.
    fileprivate mutating func append(_ value: QueryValue) {
        guard case .array(var values) = self else { return self = .array([self, value]) }
        // The array must have one owner, because otherwise it is copied.
        self = .null
        values.append(value)
        self = .array(values)
    }
}
