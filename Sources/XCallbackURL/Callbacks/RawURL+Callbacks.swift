extension RawURL {
    /// The URL without x-success, x-error and x-cancel; the rest is unchanged.
    package var textWithoutCallbacks: String {
        var text = bytes
        for pair in pairs.reversed() {
            guard case .callback = pair.role else { continue }
            var range = pair.name.lowerBound..<(pair.value ?? pair.name).upperBound
            // Also remove one separator: the `&` after the pair, or else the `&` before it.
            if range.upperBound < text.count, text[range.upperBound] == UInt8(ascii: "&") {
                range = range.lowerBound..<(range.upperBound + 1)
            } else if text[range.lowerBound - 1] == UInt8(ascii: "&") {
                range = (range.lowerBound - 1)..<range.upperBound
            }
            text.removeSubrange(range)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
