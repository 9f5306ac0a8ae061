extension RawURL {
    /// The URL without x-success, x-error and x-cancel, everything else as it was written.
    package var textWithoutCallbacks: String {
        var text = bytes
        for pair in pairs.reversed() where Callbacks.kind(of: pair, in: self) != nil {
            var range = pair.name.lowerBound..<(pair.value ?? pair.name).upperBound
            // The separator goes too: the one behind, else the one before.
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
