/// `feature`: turns a feature on or off until the next call of this method for the feature.
package enum FeatureMethod: Method {
    package struct Parameters: MethodParameters {
        private enum CodingKeys: String, CodingKey {
            case name
            case isEnabled = "enabled"
        }

        package var name = ""
        package var isEnabled = false

        package init() {}
    }

    package typealias Result = FeatureReply
    package static let name = "feature"
}
