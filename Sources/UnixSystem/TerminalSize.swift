import Glibc

/// The size of the terminal that shows what a program prints.
package enum TerminalSize {
    /// Returns the number of columns: COLUMNS, else the terminal's own number. Nil if the descriptor does not lead to a
    /// terminal, or the terminal does not know its size.
    package static func columns(of descriptor: CInt) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        if let text = getenv("COLUMNS"), let columns = Int(String(cString: text)), columns > 0 { return columns }
        var size = winsize()
        return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
    }
}
