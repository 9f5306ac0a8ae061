/// Makes nodes from the events of the parser.
struct YAMLComposer: ~Copyable {
    private let text: SourceText
    private var parser: YAMLParser
    /// The mistakes that do not end the parsing: anchors, aliases, tags, and keys that are not texts.
    let mistakes = Diagnostics()
    /// The places of the anchors that have been read.
    private var anchors: [String: SourceLocation] = [:]
    /// The number of refused values around the current value. A mistake is reported for each of them, so mistakes
    /// inside are not.
    private var refusedDepth = 0

    init(_ text: SourceText) throws(Diagnostic) {
        self.text = text
        parser = try YAMLParser(text)
    }

    /// Returns the value of the only document; nil without a document.
    mutating func document() throws(Diagnostic) -> YAMLNode? {
        // The event for the start of the stream.
        _ = try parser.next()
        guard case .documentStart = try parser.next().content else { return nil }
        let root = try node(parser.next())
        // The event for the end of the document.
        _ = try parser.next()
        let event = try parser.next()
        guard case .streamEnd = event.content else {
            throw text.syntaxError("but found another document", at: event.location)
        }
        return root
    }

    /// Makes the node that begins with an event. The function is recursive for the values in a list or mapping; the
    /// parser limits the depth.
    private mutating func node(_ event: YAMLEvent, isKey: Bool = false) throws(Diagnostic) -> YAMLNode {
        let isRefused = refuse(event, isKey: isKey)
        if isRefused { refusedDepth += 1 }
        let content: YAMLNode.Content
        switch event.content {
        case .text(let text, let isPlain): content = isPlain && text.isEmpty ? .nothing : .text(text)
        case .list: content = .list(try elements())
        case .mapping: content = .mapping(try entries())
        case .alias(let anchor):
            guard let location = anchors[anchor] else {
                throw text.syntaxError("found undefined alias", at: event.location)
            }
            refuseAnchor(location)
            return YAMLNode(location: location, content: .refused)
        case .end, .documentStart, .streamEnd, .other:
            throw text.syntaxError("the file cannot be parsed", at: event.location)
        }
        if isRefused { refusedDepth -= 1 }
        if let anchor = event.anchor { anchors[anchor] = event.location }
        return YAMLNode(location: event.location, content: isRefused ? .refused : content)
    }

    private mutating func elements() throws(Diagnostic) -> [YAMLNode] {
        var elements: [YAMLNode] = []
        while let event = try nextInside() { elements.append(try node(event)) }
        return elements
    }

    private mutating func entries() throws(Diagnostic) -> [YAMLNode.Entry] {
        var entries: [YAMLNode.Entry] = []
        while let event = try nextInside() {
            let key = try node(event, isKey: true)
            let value = try node(parser.next())
            if case .text(let text) = key.content {
                let key = LocatedText(text: text, location: key.location)
                entries.append(YAMLNode.Entry(key: key, value: value))
            } else if refusedDepth == 0 {
                key.refuse("a key", "a text", mistakes)
            }
        }
        try checkKeys(entries)
        return entries
    }

    /// Reports a value with an anchor or a tag. `!!str` is accepted on a value that is a text anyway.
    private func refuse(_ event: YAMLEvent, isKey: Bool) -> Bool {
        if event.anchor != nil {
            refuseAnchor(event.location)
            return true
        }
        guard let tag = event.tag else { return false }
        if case .text(_, let isPlain) = event.content, isKey || !isPlain, tag == "tag:yaml.org,2002:str" {
            return false
        }
        if refusedDepth == 0 {
            mistakes.mistake(event.location, "tags are not accepted; the key determines the type of its value")
        }
        return true
    }

    private func refuseAnchor(_ location: SourceLocation) {
        guard refusedDepth == 0 else { return }
        mistakes.mistake(location, "anchors and aliases are not accepted; repeat the value")
    }

    /// Refuses a mapping in which a key appears more than once.
    private func checkKeys(_ entries: [YAMLNode.Entry]) throws(Diagnostic) {
        guard Set(entries.lazy.map(\.key.text)).count < entries.count else { return }
        let repeated = Dictionary(grouping: entries.map(\.key), by: \.text).filter { $0.value.count > 1 }
            .sorted { $0.key < $1.key }
        let names = repeated.map { "'\($0.key)'" }.joined(separator: ", ")
        throw Diagnostic(repeated[0].value[0].location, "duplicate key \(names)")
    }

    /// Returns the next event in a list or mapping; nil at its end.
    private mutating func nextInside() throws(Diagnostic) -> YAMLEvent? {
        let event = try parser.next()
        if case .end = event.content { return nil }
        return event
    }
}
