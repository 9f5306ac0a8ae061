extension ConformanceCase {
    private static let opener = "what xdg-open does with a URL, which the opener meets"

    /// The cases about other things than these three modules, with their subject.
    static let elsewhere: [String: String] = [
        "JL-24": "optional groups inside a pattern, which ours has no spelling for: two routes say the same",
        "XG-01": opener, "XG-02": opener, "XG-03": opener, "XG-04": opener, "XG-05": opener, "XG-06": opener,
        "XG-07": opener, "XG-08": opener, "XG-09": opener, "XG-12": opener,
    ]
}
