import Foundation
import TestSupport

/// A daemon that hangs as in a deadlock: the thread of one socket is stopped by ptrace(2) while it holds the lock of the
/// state that all requests share. The thread that probes for the watchdog, and each other thread that takes the lock,
/// waits for ever. All other threads run. The daemon must be killed before the end of this.
///
/// The thread stops at a breakpoint: in `RequestPlaces.enter`, which the daemon calls for each URL under that lock. So the
/// daemon hangs at its next URL.
final class HeldLedger {
    private let process: Child

    /// The address of the function in the program's file; nil if the program has no symbols.
    private static let function: String? = {
        let symbols = try? run("nm", ["\(Products.folder)/xcallbackd"], ProcessInfo.processInfo.environment).output
        let line = symbols?.split(separator: "\n").first { $0.contains("13RequestPlacesV5enter2at") }
        return line?.split(separator: " ").first.map(String.init)
    }()

    /// Why there can be none here; nil if there can.
    static let absence: String? =
        StoppedThreads.absence ?? (function == nil ? "needs nm, and a daemon with symbols" : nil)

    /// Sets the breakpoint for the threads of the sockets, says so, and holds the thread that comes to it until the process
    /// ends. Its arguments are the process and the address.
    private static let script = """
        import ctypes, os, signal, sys, time
        ptrace = ctypes.CDLL(None, use_errno=True).ptrace
        ptrace.argtypes = [ctypes.c_long] * 4
        SEIZE, CONT, WALL = 0x4206, 7, 0x40000000
        pid = sys.argv[1]
        threads = [int(task) for task in os.listdir(f"/proc/{pid}/task")]
        loops = [task for task in threads if open(f"/proc/{pid}/task/{task}/comm").read().startswith("NIO-ELT")]
        for task in loops:
            if ptrace(SEIZE, task, 0, 0) != 0: sys.exit(f"cannot attach to {task}")
        program = os.readlink(f"/proc/{pid}/exe")
        start = next(line.split("-")[0] for line in open(f"/proc/{pid}/maps") if line.rstrip().endswith(program))
        memory = os.open(f"/proc/{pid}/mem", os.O_RDWR)
        # The file is loaded at an address of its own.
        place = int(start, 16) + int(sys.argv[2], 16)
        byte = os.pread(memory, 1, place)
        os.pwrite(memory, b"\\xcc", place)
        print(f"watches {len(loops)} threads", flush=True)
        while os.path.exists(f"/proc/{pid}"):
            try:
                task, status = os.waitpid(-1, WALL | os.WNOHANG)
            except ChildProcessError:
                break
            if task and os.WIFSTOPPED(status):
                if os.WSTOPSIG(status) == signal.SIGTRAP and status >> 16 == 0:
                    # No other thread comes to the function: it waits for the lock before.
                    os.pwrite(memory, byte, place)
                else:
                    ptrace(CONT, task, 0, 0 if status >> 16 else os.WSTOPSIG(status))
            elif not task: time.sleep(0.01)
        """

    /// The command that holds the ledger of a process.
    static func command(_ pid: String) -> [String] { ["python3", "-c", script, pid, function ?? ""] }

    init(of daemon: RunningDaemon) throws {
        let line: String
        (process, line) = try Child.printing(Self.command("\(daemon.pid)"), ProcessInfo.processInfo.environment)
        guard line.hasPrefix("watches") else { throw Failure("no breakpoint: \(line)") }
    }
}
