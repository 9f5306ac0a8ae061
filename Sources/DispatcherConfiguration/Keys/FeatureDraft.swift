import URLSchemeRouter

/// A file of routes.d as it is written.
struct FeatureDraft {
    var feature: Feature
    /// The values for all of its routes.
    var shared: SharedKeys
    var name: LocatedText?
    var schemes: [Scope] = []
    var domains: [Scope] = []
    var routes: [YAMLNode] = []

    init(_ feature: Feature, _ shared: SharedKeys) {
        self.feature = feature
        self.shared = shared
    }
}
