import Foundation
import TestSupport

/// The threads of a process but those of its event loops, stopped by ptrace(2). A thread that an event loop creates is
/// stopped from its start.
final class StoppedThreads {
    private let process: Child
    private let hold: ChildPipe

    /// Why there can be none here; nil if there can.
    static let absence: String? = has("python3") ? Tracer.absence : "needs python3"

    /// Stops the threads of a process of its first argument, says so, and holds them until its input or that process ends.
    static let script = """
        import ctypes, os, select, sys
        ptrace = ctypes.CDLL(None, use_errno=True).ptrace
        ptrace.argtypes = [ctypes.c_long] * 4
        SEIZE, INTERRUPT, CONT, TRACECLONE, WALL = 0x4206, 0x4207, 7, 8, 0x40000000
        pid = sys.argv[1]
        loops, stopped = set(), set()
        while True:
            new = [int(task) for task in os.listdir(f"/proc/{pid}/task") if int(task) not in loops | stopped]
            if not new: break
            for task in new:
                isLoop = open(f"/proc/{pid}/task/{task}/comm").read().startswith("NIO-ELT")
                if ptrace(SEIZE, task, 0, TRACECLONE) != 0: sys.exit(f"cannot attach to {task}")
                if isLoop:
                    loops.add(task)
                    continue
                ptrace(INTERRUPT, task, 0, 0)
                os.waitpid(task, WALL)
                stopped.add(task)
        print(f"stopped {len(stopped)} of {len(stopped | loops)}", flush=True)
        while os.path.exists(f"/proc/{pid}"):
            try:
                while True:
                    task, status = os.waitpid(-1, WALL | os.WNOHANG)
                    if task == 0: break
                    if task in loops and os.WIFSTOPPED(status):
                        event = status >> 16
                        ptrace(CONT, task, 0, 0 if event else os.WSTOPSIG(status))
            except ChildProcessError:
                break
            if len(sys.argv) < 3 and select.select([sys.stdin], [], [], 0.01)[0]: break
        """

    init(of daemon: RunningDaemon) throws {
        hold = try ChildPipe()
        let line: String
        (process, line) = try Child.printing(
            ["python3", "-c", Self.script, "\(daemon.pid)"], ProcessInfo.processInfo.environment, input: hold.reading)
        guard line.hasPrefix("stopped") else { throw Failure("the threads do not stop: \(line)") }
    }

    /// Lets them go on.
    func release() {
        hold.closeWriting()
        _ = process.wait()
    }
}
