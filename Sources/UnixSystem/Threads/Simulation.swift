/// What stands in for the machine's threads, so that a seed decides in which order everything happens.
///
/// It is bound around a whole daemon, whose tasks inherit it. A daemon on a real machine has none.
package struct Simulation: Sendable {
    /// The simulation under which the caller runs; nil on a real machine.
    @TaskLocal package static var current: Simulation?

    /// Runs all tasks.
    package let tasks: any TaskExecutor
    /// Has the timers of all waits.
    package let timers: any WorkQueue
    /// Runs what waits for files.
    package let files: any WorkQueue

    package init(tasks: any TaskExecutor, timers: any WorkQueue, files: any WorkQueue) {
        self.tasks = tasks
        self.timers = timers
        self.files = files
    }
}
