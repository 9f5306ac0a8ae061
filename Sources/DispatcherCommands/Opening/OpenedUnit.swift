/// The name of the transient unit in which an app is opened. Portals read the app's id from the name
/// (https://systemd.io/DESKTOP_ENVIRONMENTS/).
package enum OpenedUnit {
    /// The maximum length of the app's part. The whole name has at most 255 bytes.
    private static let limit = 200

    /// Returns `app-xcallback-<app>@<random>.service`.
    /// - Parameter app: The app's desktop file id, or the name of the opener's program, which may be any text. Without
    ///   a final `.desktop`, the text becomes a part of the name; if the text is too long for that, the name has no
    ///   app.
    package static func name(_ app: String, random: UInt64 = .random(in: .min ... .max)) -> String {
        let escaped = escaped(app.hasSuffix(".desktop") ? app.dropLast(".desktop".count) : app[...])
        let isUsable = !escaped.isEmpty && escaped.utf8.count <= limit
        return "app-xcallback\(isUsable ? "-\(escaped)" : "")@\(String(random, radix: 16)).service"
    }

    /// Escapes the text as systemd-escape(1) does: each byte except ASCII letters, digits, `:`, `_` and `.`. An
    /// unescaped `-` separates the parts of the name.
    private static func escaped(_ text: Substring) -> String {
        text.utf8.reduce(into: "") { escaped, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "."):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default: escaped += (byte < 16 ? "\\x0" : "\\x") + String(byte, radix: 16)
            }
        }
    }
}
