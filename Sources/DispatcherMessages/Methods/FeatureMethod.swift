/// `feature`: turns a feature on or off until the next call of this method for the feature, or off for a time.
package enum FeatureMethod: Method {
    package struct Parameters: MethodParameters {
        private enum CodingKeys: String, CodingKey {
            case name
            case isEnabled = "enabled"
            case duration
        }

        package var name = ""
        package var isEnabled = false
        /// How long the feature is off; nil for no end.
        package var duration: TimeText?

        package init() {}
    }

    package typealias Result = FeatureReply
    package static let name = "feature"
}
