/// A place in a file. Lines and columns count from 1, columns in Unicode scalars, as editors do.
package struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
    package var file: String
    package var line: Int
    package var column: Int

    package var description: String { file + ":" + String(line) + ":" + String(column) }
}
