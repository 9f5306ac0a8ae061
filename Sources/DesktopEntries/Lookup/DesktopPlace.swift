import XCallbackURL

/// The schemes that the desktop opens although no .desktop file declares them: mail, and the places of GIO and KIO.
enum DesktopPlace {
    /// Returns what stops working if another program opens the scheme; nil if nothing does.
    static func loss(_ scheme: Scheme) -> String? {
        let program: String? =
            switch scheme.text {
            case "mailto": "your mail program"
            case "ghelp", "help", "info", "man", "x-man-page": "the help viewer"
            case let place where places.contains(place): "the file manager"
            default: nil
            }
        return program.map { "with another default, its links no longer open in \($0)" }
    }

    /// The mounts of GVfs and the workers of KIO that show files, devices and settings.
    private static let places: Set<String> = [
        "admin", "afc", "afp", "applications", "ar", "archive", "bluetooth", "burn", "camera", "cdda", "cifs",
        "computer", "dav", "davs", "desktop", "dns-sd", "fish", "ftp", "ftps", "gdrive", "google-drive", "gopher",
        "gphoto2", "kdeconnect", "kcm", "mtp", "network", "nfs", "obexftp", "onedrive", "programs", "recent",
        "recentdocuments", "recentlyused", "remote", "settings", "sftp", "smb", "ssh", "tags", "tar", "timeline",
        "trash", "webdav", "webdavs", "wsdd", "zeroconf", "zip",
    ]
}
