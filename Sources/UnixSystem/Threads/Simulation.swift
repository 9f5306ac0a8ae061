/// The replacement for the machine's threads, so that a seed decides the order of all events.
///
/// A test binds the simulation around a whole daemon, whose tasks inherit it. A daemon on a real machine has no
/// simulation.
package struct Simulation: Sendable {
    /// The simulation under which the caller runs; nil on a real machine.
    @TaskLocal package static var current: Simulation?

    /// The executor of all tasks.
    package let tasks: any TaskExecutor
    /// The queue with the timers of all waits.
    package let timers: any WorkQueue
    /// The queue for work that waits for files.
    package let files: any WorkQueue

    package init(tasks: any TaskExecutor, timers: any WorkQueue, files: any WorkQueue) {
        self.tasks = tasks
        self.timers = timers
        self.files = files
    }
}
