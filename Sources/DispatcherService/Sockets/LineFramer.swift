import Glibc
import NIOCore

/// Cuts a stream into lines that end in LF or CRLF. A line past the limit is discarded as it arrives, and reported.
struct LineFramer {
    enum Line {
        case text([UInt8])
        /// A line longer than the limit, with its beginning.
        case tooLong(head: [UInt8])

        /// Whether this is the first line of an HTTP request.
        var isHTTP: Bool {
            switch self {
            case .text(let bytes), .tooLong(let bytes): LineFramer.isHTTP(bytes)
            }
        }
    }

    /// The maximum length of a line, in bytes.
    var limit: Int
    private var buffer = ByteBuffer()
    /// The number of bytes of the buffer that were searched.
    private var scanned = 0
    /// The beginning of the line past the limit whose rest is being discarded; nil otherwise.
    private var discarded: [UInt8]?

    /// The number of bytes of a discarded line that are kept.
    private static let headLength = 256

    /// Whether a line ended since this property was last set to false.
    var didFinishLine = false

    init(limit: Int) { self.limit = limit }

    mutating func append(_ bytes: ByteBuffer) {
        var bytes = bytes
        if buffer.readableBytes == 0 {
            buffer = bytes
            scanned = 0
        } else {
            buffer.discardReadBytes()
            buffer.writeBuffer(&bytes)
        }
    }

    var isEmpty: Bool { buffer.readableBytes == 0 && discarded == nil }

    /// Whether ``next(atEnd:)`` has bytes to search that it has not searched before.
    var mayHaveLine: Bool { buffer.readableBytes > scanned }

    /// Whether the buffer ends in the middle of a line, all of which was searched.
    var hasUnfinishedLine: Bool { discarded != nil || (buffer.readableBytes > 0 && scanned == buffer.readableBytes) }

    var unfinishedLineIsJSON: Bool { Self.isJSON(discarded?.first ?? buffer.readableBytesView.first) }

    /// Discards all input so far.
    mutating func clear() {
        buffer.clear()
        scanned = 0
        discarded = nil
    }

    /// Returns the next line without its end. At the end of the stream, the rest counts as a line.
    mutating func next(atEnd: Bool) -> Line? {
        guard let length = lengthOfLine else {
            scanned = buffer.readableBytes
            if scanned > limit + 1 {
                discarded = discarded ?? Array(buffer.readableBytesView.prefix(Self.headLength))
            }
            if discarded != nil {
                buffer.clear()
                scanned = 0
            }
            return atEnd ? finish() : nil
        }
        let bytes = buffer.readBytes(length: length) ?? []
        buffer.moveReaderIndex(forwardBy: 1)
        scanned = 0
        didFinishLine = true
        return line(bytes)
    }

    /// The number of bytes before the next line feed; nil without a line feed.
    private var lengthOfLine: Int? {
        guard mayHaveLine else { return nil }
        return buffer.withUnsafeReadableBytes { bytes in
            guard let start = bytes.baseAddress else { return nil }
            let end = memchr(start + scanned, CInt(UInt8(ascii: "\n")), bytes.count - scanned)
            return end.map { start.distance(to: $0) }
        }
    }

    private mutating func finish() -> Line? {
        guard discarded != nil || buffer.readableBytes > 0 else { return nil }
        let bytes = buffer.readBytes(length: buffer.readableBytes) ?? []
        scanned = 0
        return line(bytes)
    }

    private mutating func line(_ bytes: [UInt8]) -> Line {
        if let discarded {
            self.discarded = nil
            return .tooLong(head: discarded)
        }
        var text = bytes
        if text.last == UInt8(ascii: "\r") { text.removeLast() }
        return text.count <= limit ? .text(text) : .tooLong(head: Array(text.prefix(Self.headLength)))
    }

    /// Whether a line is the first line of an HTTP request (RFC 9110 §9), or of HTTP/2 (RFC 9113 §3.4).
    static func isHTTP(_ line: [UInt8]) -> Bool {
        guard let space = line.prefix(8).firstIndex(of: UInt8(ascii: " ")) else { return false }
        return httpMethods.contains(String(decoding: line[..<space], as: UTF8.self))
    }

    private static let httpMethods: Set<String> = [
        "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PRI", "PUT", "TRACE",
    ]

    static func isJSON(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }
}
