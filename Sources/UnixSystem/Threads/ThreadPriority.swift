import CLinux

/// The priority of threads.
package enum ThreadPriority {
    /// Makes threads for those of low priority, which would pass it on.
    static let maker = WorkThread("threads")
    /// A thread of the usual priority has about thirty times its share of a processor (setpriority(2)).
    private static let niceness: CInt = 15

    /// Has all others come first where they want the processor of the calling thread. Each ``WorkThread`` that it starts
    /// from now on has the usual priority, and so have the programs that those start.
    package static func lower() {
        maker.run {}
        clinux_lower_thread(niceness)
    }

    /// Whether the calling thread was lowered.
    static var isLow: Bool { clinux_is_lowered() != 0 }
}
