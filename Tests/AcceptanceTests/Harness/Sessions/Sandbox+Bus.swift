import Foundation

extension Sandbox {
    /// The folder of the services that the sandbox's buses can start.
    private var busServices: String { "\(path)/data/dbus-1/services" }

    /// Writes the configuration of a session bus that starts the sandbox's services only. The standard configuration would
    /// also start the machine's services, such as the notification service of a person's desktop.
    /// - Returns: The file.
    func writeBusConfiguration() throws -> String {
        try makeFolder(busServices)
        try write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:tmpdir=\(path)</listen>
              <auth>EXTERNAL</auth>
              <servicedir>\(busServices)</servicedir>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
              <limit name="service_start_timeout">120000</limit>
            </busconfig>

            """, to: "bus.conf")
        return "\(path)/bus.conf"
    }

    /// Adds a service that the sandbox's buses start on demand.
    func addBusService(_ name: String, _ command: String) throws {
        try write("[D-BUS Service]\nName=\(name)\nExec=\(command)\n", to: "\(busServices)/\(name).service")
    }
}
