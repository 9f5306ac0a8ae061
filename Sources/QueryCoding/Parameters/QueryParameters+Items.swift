extension QueryParameters {
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
