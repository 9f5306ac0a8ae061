package import RequestRecord

extension CallbackReport: Reply {}
