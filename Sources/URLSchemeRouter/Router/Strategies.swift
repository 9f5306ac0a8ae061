// The names that `URLSchemeRouter.init` takes are to be had without a second import, as in its ancestor.
@_exported public import struct QueryCoding.DecodingStrategies
@_exported public import struct QueryCoding.EncodingStrategies
