extension String {
    /// Whether the text has a control character that is not among the characters that are allowed.
    func hasControl(besides allowed: String = "") -> Bool {
        unicodeScalars.contains { scalar in
            (scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)) && !allowed.unicodeScalars.contains(scalar)
        }
    }
}
