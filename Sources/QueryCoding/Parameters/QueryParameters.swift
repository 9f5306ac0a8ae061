/// Parameters in their original order; names may repeat.
public struct QueryParameters: Sendable, Hashable {
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
}

extension QueryParameters: ExpressibleByArrayLiteral {
    /// Makes a list of these parameters.
    public init(arrayLiteral elements: QueryParameter...) { self.init(elements) }
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
