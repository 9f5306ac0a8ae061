/// A property of the unit in which a command runs (systemd.exec(5), systemd.resource-control(5)).
package struct UnitProperty: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
