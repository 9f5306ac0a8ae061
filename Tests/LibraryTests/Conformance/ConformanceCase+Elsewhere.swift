extension ConformanceCase {
    private static let opener = "how xdg-open handles a URL, which concerns the opener"

    /// The cases about other things than these three modules, with their subject.
    static let elsewhere: [String: String] = [
        "JL-24": "optional groups inside a pattern, which our patterns lack; two routes are equivalent",
        "XG-01": opener, "XG-02": opener, "XG-03": opener, "XG-04": opener, "XG-05": opener, "XG-06": opener,
        "XG-07": opener, "XG-08": opener, "XG-09": opener, "XG-12": opener,
    ]
}
