import CLinux

/// The priority of threads.
package enum ThreadPriority {
    /// Starts threads on behalf of threads of low priority, from which the new threads would inherit that priority.
    static let maker = WorkThread("threads")
    /// A thread of the usual priority gets about three times the processor share of a lowered thread (setpriority(2)). With
    /// 15, thirty times, a click waited for more than a second beside programs that keep all processors busy.
    static let niceness: CInt = 5

    /// Lowers the calling thread, so that all other threads run first on its processor. Each ``WorkThread`` that the
    /// thread starts from now on has the usual priority, and so have the programs that such a thread starts.
    package static func lower() {
        maker.run {}
        clinux_lower_thread(niceness)
    }

    /// Whether the priority of the calling thread was lowered.
    static var isLow: Bool { clinux_is_lowered() != 0 }
}
