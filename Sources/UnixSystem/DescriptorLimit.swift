#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The number of descriptors that this process may have open (RLIMIT_NOFILE).
package enum DescriptorLimit {
    /// The soft limit; 2^30 if it cannot be read.
    package static var current: Int {
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return 1 << 30 }
        return Int(clamping: limit.rlim_cur)
    }
}
