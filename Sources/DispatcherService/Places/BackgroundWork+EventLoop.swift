import NIOCore
import NIOPosix
import UnixSystem

extension BackgroundWork {
    /// Leaves the thread that serves the connections of a socket, and waits until the work begins.
    ///
    /// Inlined, its frame would be part of the frame of each request that may call it, whether it does or not.
    @inline(never)
    func leaveEventLoop() async {
        if let eventLoop = MultiThreadedEventLoopGroup.currentEventLoop {
            // The loop resumes the task in its next turn. By then the task waits, so it goes on in the pool.
            await withCheckedContinuation { next in eventLoop.execute { next.resume() } }
        }
        assert(MultiThreadedEventLoopGroup.currentEventLoop == nil)
        await waitForBeginning()
    }
}
