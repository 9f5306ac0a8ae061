import Glibc

/// /dev/null, open for reading and writing as long as the process lives, so that no child fails because it cannot be
/// opened.
package enum NullDevice {
    /// Its descriptor. It is -1 if it could not be opened at the first use, and closed in children then.
    package static let number = open("/dev/null", O_RDWR | O_CLOEXEC)
}
