import CLinux
import Glibc

/// A lock around a state: one thread at a time reads or changes the state, and threads can wait for a change.
///
/// Nothing foreign happens under the lock. The Swift runtime holds a task's status lock while it calls the task's
/// cancellation handlers, and takes that lock to resume a task with an executor preference. A body that resumes such a task
/// under a lock that a cancellation handler wants stops both threads for ever. So a body neither resumes, cancels, yields
/// nor finishes, enters no other lock, and drops no last reference to an object with a deinit. Instead the body hands this
/// work to ``Afterwards``, or returns what the caller must do. A debug build ends the program when a thread enters a
/// second lock.
///
/// `Synchronization.Mutex` waits in a way that the thread sanitizer does not understand; this lock is a mutex of POSIX. The
/// lock is public because the compiler specializes no function of the package for the types of another module.
public struct Lock<State: ~Copyable & Sendable>: @unchecked Sendable {
    // The state is used only while the mutex is held, so that the lock is Sendable. Threads wait at the addresses of one
    // object, which holds the mutex and the state.
    @usableFromInline let storage: ManagedBuffer<LockHeader, State>

    /// Makes an open lock around a state.
    @inlinable public init(_ state: consuming State) {
        storage = LockStorage.create(minimumCapacity: 1) { _ in LockHeader() }
        let element = storage.withUnsafeMutablePointerToElements { $0 }
        element.initialize(to: state)
    }

    /// Calls the body with the state while no other thread uses the state.
    @inlinable public func withLock<Value: ~Copyable, Failure>(
        _ body: (inout State) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try storage.withUnsafeMutablePointers { header, state throws(Failure) in
            LockHeader.enter(header)
            defer { LockHeader.leave(header) }
            return try body(&state.pointee)
        }
    }

    /// Calls the body with the state while no other thread uses the state, and then does the work that the body added,
    /// also if the body throws.
    @inlinable public func withLock<Value: ~Copyable, Failure>(
        _ body: (inout State, inout Afterwards) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        var afterwards = Afterwards()
        defer { afterwards.run() }
        return try withLock { state throws(Failure) in try body(&state, &afterwards) }
    }

    /// Wakes one of the threads that wait, so that it looks at the state again. Call this function after each change for
    /// which a thread may wait.
    package func wake() { storage.withUnsafeMutablePointerToHeader { _ = pthread_cond_signal(&$0.pointee.change) } }

    /// Calls the body until it returns a value. Between the calls the thread waits for ``wake()``, at most until the time
    /// that the body sets, in nanoseconds of the monotonic clock.
    package func wait<Value>(for body: (inout State, _ until: inout Int64?) -> Value?) -> Value {
        storage.withUnsafeMutablePointers { header, state in
            LockHeader.enter(header)
            defer { LockHeader.leave(header) }
            while true {
                var until: Int64?
                if let value = body(&state.pointee, &until) { return value }
                LockHeader.wait(header, until)
            }
        }
    }
}

/// What threads wait at.
public struct LockHeader {
    private var mutex = pthread_mutex_t()
    fileprivate var change = pthread_cond_t()

    @usableFromInline init() {}

    @usableFromInline static func enter(_ header: UnsafeMutablePointer<Self>) {
        assert(clinux_count_locks(1) == 1, "a thread enters a second lock")
        pthread_mutex_lock(&header.pointee.mutex)
    }

    @usableFromInline static func leave(_ header: UnsafeMutablePointer<Self>) {
        pthread_mutex_unlock(&header.pointee.mutex)
        assert(clinux_count_locks(-1) == 0)
    }

    fileprivate static func wait(_ header: UnsafeMutablePointer<Self>, _ until: Int64?) {
        if let until {
            clinux_wait_until(&header.pointee.change, &header.pointee.mutex, until)
        } else {
            pthread_cond_wait(&header.pointee.change, &header.pointee.mutex)
        }
    }

    fileprivate static func destroy(_ header: UnsafeMutablePointer<Self>) {
        pthread_cond_destroy(&header.pointee.change)
        pthread_mutex_destroy(&header.pointee.mutex)
    }
}

@usableFromInline final class LockStorage<State: ~Copyable>: ManagedBuffer<LockHeader, State> {
    deinit {
        withUnsafeMutablePointers { header, state in
            state.deinitialize(count: 1)
            LockHeader.destroy(header)
        }
    }
}

/// The work that a change of a state under a ``Lock`` causes: the lock does the work, in its order, once no thread holds
/// the lock.
public struct Afterwards {
    private var work: [() -> Void] = []

    @usableFromInline init() {}

    /// Adds work: `after { waiter.resume() }`.
    public mutating func callAsFunction(_ work: @escaping () -> Void) { self.work.append(work) }

    @usableFromInline func run() { for work in work { work() } }
}
