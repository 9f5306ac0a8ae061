extension ConformanceCase {
    private static let links = "a link built from a route and its input"
    private static let building =
        "building a URL from its parts, which ends in the same printer that CR-D and USR cover"
    private static let middleware = "a step around a request"
    private static let opener = "what xdg-open does with a URL, which the opener meets"

    /// The cases that speak of something else than these three modules, and of what.
    static let elsewhere: [String: String] = [
        "FL-B02": links, "FL-B03": links, "FL-B04": links, "FL-B06": links, "FL-B08": links, "FL-B11": links,
        "FL-B13": links, "FL-B14": links, "FL-B15": links, "FL-B16": links, "FL-B17": links, "FL-B18": links,
        "FL-B19": links, "FL-L1": links, "FL-L3": links, "FL-L7": links, "FL-L8": links, "LR-18": links,
        "CR-E1": building, "CR-E3": building, "CR-E5": building, "KR-01": building, "KR-03": building,
        "KR-04": building,
        "TP-06": middleware, "TP-19": middleware,
        "JL-24": "optional groups inside a pattern, which ours has no spelling for: two routes say the same",
        "XG-01": opener, "XG-02": opener, "XG-03": opener, "XG-04": opener, "XG-05": opener, "XG-06": opener,
        "XG-07": opener, "XG-08": opener, "XG-09": opener, "XG-12": opener,
    ]
}
