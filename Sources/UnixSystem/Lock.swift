import CLinux
import Glibc

/// A lock around a state: one thread at a time reads or changes the state, and one thread at a time can wait for a change.
///
/// Nothing foreign happens under the lock. The Swift runtime holds a task's status lock while it calls the task's
/// cancellation handlers, and takes that lock to resume a task with an executor preference. A body that resumes such a task
/// under a lock that a cancellation handler wants stops both threads for ever. So a body neither resumes, cancels, yields
/// nor finishes, enters no other lock, and drops no last reference to an object with a deinit. Instead the body hands this
/// work to ``Afterwards``, or returns what the caller must do. A debug build ends the program when a thread enters a
/// second lock.
///
/// `Synchronization.Mutex` waits in a way that the thread sanitizer does not understand; this lock is a mutex of POSIX.
package final class Lock<State: ~Copyable & Sendable>: @unchecked Sendable {
    // The state is used only while the mutex is held, so that the class is Sendable. Threads wait at the addresses.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state: State

    package init(_ state: consuming State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(change, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(change)
        pthread_mutex_destroy(mutex)
        change.deallocate()
        mutex.deallocate()
    }

    /// Calls the body with the state while no other thread uses the state.
    package func withLock<Value: ~Copyable, Failure>(
        _ body: (inout State) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        enter()
        defer { leave() }
        return try body(&state)
    }

    /// Calls the body with the state while no other thread uses the state, and then does the work that the body added,
    /// also if the body throws.
    package func withLock<Value: ~Copyable, Failure>(
        _ body: (inout State, inout Afterwards) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        var afterwards = Afterwards()
        defer { afterwards.run() }
        return try withLock { state throws(Failure) in try body(&state, &afterwards) }
    }

    /// Wakes the thread that waits, so that it looks at the state again. Call this function after each change for which a
    /// thread may wait.
    package func wake() { pthread_cond_signal(change) }

    /// Calls the body until it returns a value. Between the calls the thread waits for ``wake()``, at most until the time
    /// that the body sets, in nanoseconds of the monotonic clock.
    package func wait<Value>(for body: (inout State, _ until: inout Int64?) -> Value?) -> Value {
        enter()
        defer { leave() }
        while true {
            var until: Int64?
            if let value = body(&state, &until) { return value }
            if let until {
                var time = timespec(tv_sec: Int(until / 1_000_000_000), tv_nsec: Int(until % 1_000_000_000))
                pthread_cond_timedwait(change, mutex, &time)
            } else {
                pthread_cond_wait(change, mutex)
            }
        }
    }

    private func enter() {
        assert(clinux_count_locks(1) == 1, "a thread enters a second lock")
        pthread_mutex_lock(mutex)
    }

    private func leave() {
        pthread_mutex_unlock(mutex)
        assert(clinux_count_locks(-1) == 0)
    }
}

/// The work that a change of a state under a ``Lock`` causes: the lock does the work, in its order, once no thread holds
/// the lock.
package struct Afterwards {
    private var work: [() -> Void] = []

    fileprivate init() {}

    /// Adds work: `after { waiter.resume() }`.
    package mutating func callAsFunction(_ work: @escaping () -> Void) { self.work.append(work) }

    fileprivate func run() { for work in work { work() } }
}
