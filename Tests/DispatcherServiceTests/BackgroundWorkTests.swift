import Testing
import UnixSystem

@testable import DispatcherService

/// The work that is started before any of it may run.
struct BackgroundWorkTests {
    @Test(.timeLimit(.minutes(5))) func `what was started before the work runs begins with it`() async {
        let work = BackgroundWork()
        let (ends, end) = AsyncStream.makeStream(of: String.self)
        #expect(work.start { end.yield("early") })
        work.begin(with: [{ end.yield("first") }])
        var names: Set<String> = []
        for await name in ends {
            names.insert(name)
            if names.count == 2 { break }
        }
        #expect(names == ["first", "early"])
        await work.end()
    }
}
