public import ArgumentParser
public import XCallbackURL

extension CallbackKind: ExpressibleByArgument {}
