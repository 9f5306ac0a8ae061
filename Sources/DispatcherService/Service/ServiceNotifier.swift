import DispatcherMessages
import Glibc
import UnixSystem

/// Reports the daemon's state to the service manager (sd_notify(3)), without its library. Does nothing without a
/// manager.
struct ServiceNotifier: Sendable {
    private let address: String?
    /// The manager's watchdog period; nil without a watchdog.
    let watchdogPeriod: Duration?

    init(environment: [String: String]) {
        address = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
        let isOurs = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
        watchdogPeriod = isOurs ? environment["WATCHDOG_USEC"].flatMap { Int($0) }.map { .microseconds($0) } : nil
    }

    func ready() { send("READY=1") }
    func status(_ text: String) { send("STATUS=\(text)") }
    func stopping() { send("STOPPING=1") }
    func alive() { send("WATCHDOG=1") }

    /// Reports that a reload begins. A manager that waits for the reload needs the time.
    func reloading() {
        send("RELOADING=1\nMONOTONIC_USEC=\(SystemClock.monotonic.nanoseconds / 1000)")
    }

    private func send(_ state: String) {
        guard let address, let target = UnixAddress(address) else { return }
        guard let socket = try? Descriptor(unixSocket: SocketType.datagram) else { return }
        let bytes = Array(state.utf8)
        // A manager that reads nothing must not stop the daemon, so a message that does not fit into its queue is
        // dropped.
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        _ = target.withPointer { sendto(socket.number, bytes, bytes.count, flags, $0, $1) }
    }
}
