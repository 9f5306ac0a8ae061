// Not in a file that imports our module: the original's type has the same name.
#if canImport(OriginalRouter)
    import OriginalRouter
    typealias PeerRouter = OriginalRouter.URLSchemeRouter
#else
    typealias PeerRouter = FoundationRouter
#endif
