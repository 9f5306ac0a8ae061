import Glibc

/// The number of descriptors that this process may have open (RLIMIT_NOFILE).
package enum DescriptorLimit {
    /// The soft limit; 2^30 if the limit cannot be read.
    package static var current: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1 << 30 }
        return Int(clamping: limit.rlim_cur)
    }
}
