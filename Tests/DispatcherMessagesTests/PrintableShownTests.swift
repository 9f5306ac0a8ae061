import DispatcherMessages
import QueryCoding
import Testing

/// Text from outside that a person reads. Invisible characters of the tables are written as escapes.
struct PrintableShownTests {
    private static let escaped: [(String, String)] = [
        ("a\nb", "a↵b"),
        ("a\r\nb\rc", "a↵b↵c"),
        ("a\n\r\n\nb", "a↵↵↵b"),
        ("a\u{85}b\u{2028}c\u{2029}d", "a↵b↵c↵d"),
        ("↵", #"\u{21b5}"#),  // a text cannot forge a line break
        ("\u{0}\t\u{1B}[31m\u{7F}", #"\u{0}\u{9}\u{1b}[31m\u{7f}"#),
        ("\u{9B}31m\u{9D}", #"\u{9b}31m\u{9d}"#),  // controls of eight bits
        ("\u{202E}fdp.exe", #"\u{202e}fdp.exe"#),
        ("/*\u{202E} } \u{2066}if (isAdmin)\u{2069} \u{2066}", #"/*\u{202e} } \u{2066}if (isAdmin)\u{2069} \u{2066}"#),
        ("\u{202A}\u{202B}\u{202C}\u{202D}", #"\u{202a}\u{202b}\u{202c}\u{202d}"#),
        ("\u{2066}\u{2067}\u{2068}\u{2069}", #"\u{2066}\u{2067}\u{2068}\u{2069}"#),
        ("\u{200E}\u{200F}\u{61C}", #"\u{200e}\u{200f}\u{61c}"#),
        ("pay\u{200B}pal\u{2060}\u{FEFF}", #"pay\u{200b}pal\u{2060}\u{feff}"#),
        ("soft\u{AD}hyphen", #"soft\u{ad}hyphen"#),
        ("\u{600}1 \u{6DD}", #"\u{600}1 \u{6dd}"#),  // format characters that have ink
        ("a\u{34F}b", #"a\u{34f}b"#),
        ("\u{115F}\u{1160}\u{3164}\u{FFA0}", #"\u{115f}\u{1160}\u{3164}\u{ffa0}"#),  // Hangul fillers
        ("\u{17B4}\u{17B5}\u{180B}\u{180E}", #"\u{17b4}\u{17b5}\u{180b}\u{180e}"#),
        ("a\u{FE00}葛\u{E0100}", #"a\u{fe00}葛\u{e0100}"#),  // selectors of other variants
        ("a\u{A0}b\u{2000}c\u{200A}d\u{3000}", #"a\u{a0}b\u{2000}c\u{200a}d\u{3000}"#),
        ("\u{1680}\u{202F}\u{205F}", #"\u{1680}\u{202f}\u{205f}"#),
        ("\u{2800}\u{1D159}\u{13441}", #"\u{2800}\u{1d159}\u{13441}"#),  // symbols and letters without ink
        ("\u{E000}\u{F8FF}\u{F0000}", #"\u{e000}\u{f8ff}\u{f0000}"#),  // private use
        ("\u{378}\u{40000}", #"\u{378}\u{40000}"#),  // unassigned
        ("🏴\u{E0067}\u{E007F}", #"🏴\u{e0067}\u{e007f}"#),  // tags can hide a text
        ("e\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}!", "e\u{300}\u{301}\u{302}\u{303}\\u{304}\\u{305}!"),
        ("e\u{300}\u{301}\u{302}\u{303}\u{200D}\u{304}", "e\u{300}\u{301}\u{302}\u{303}\\u{200d}\\u{304}"),
        ("e\u{300}\u{301}\u{302}\u{303}f\u{304}", "e\u{300}\u{301}\u{302}\u{303}f\u{304}"),  // a new letter
        ("\u{338}a", #"\u{338}a"#),  // would be on the character in front of the text
        ("\n\u{338}\u{200B}\u{338}", #"↵\u{338}\u{200b}\u{338}"#),
        ("a\u{200C}", #"a\u{200c}"#),
        ("\u{200D}a", #"\u{200d}a"#),
        ("ا\u{200C}\u{200C}ب", #"ا\u{200c}\u{200c}ب"#),
        ("1\u{200D}2 \u{200C} .", #"1\u{200d}2 \u{200c} ."#),
        ("a\u{200D}\u{3164}", #"a\u{200d}\u{3164}"#),  // the filler is a letter for Unicode
        ("a\u{200D}😀\u{200D}a", #"a\u{200d}😀\u{200d}a"#),
        ("😀\u{200C}😀\u{200D}", #"😀\u{200c}😀\u{200d}"#),
        ("a\u{FE0F}1\u{FE0F}2", #"a\u{fe0f}1\u{fe0f}2"#),
        ("😀\u{FE0F}\u{FE0F}", "😀\u{FE0F}\\u{fe0f}"),
    ]

    @Test(arguments: [
        "plain text: {a} ~ 100 %",
        #"C:\new\u{a}"#,  // a backslash is no escape
        "Grüße aus Köln",
        "Gru\u{308}ße",  // decomposed
        "Ελληνικά, Русский, Հայերեն, ქართული",
        "你好，世界",
        "こんにちは「世界」",
        "안녕하세요",
        "\u{1112}\u{1161}\u{11AB}",  // the same letters, as conjoining jamo
        "สวัสดี",
        "ภู่ที่",  // two marks on a letter
        "བོད་སྐད",
        "नमस्ते",
        "தமிழ்",
        "አማርኛ",
        "مرحبا بالعالم",
        "שָׁלוֹם",
        "Tiếng Việt",
        "«quote» „quote“ – — … ¿?",
        "€ £ ¥ ∑ ∞ ≠ → ✓ ★ ░ █ ½ ² №",
        "١٢٣ १२३ Ⅻ",
        "\u{1D54F} \u{10330} \u{20000}",  // mathematical, Gothic and Chinese letters beyond 16 bits
        "me\u{300}\u{301}\u{302}\u{303}",  // four marks
        "می\u{200C}خواهم",  // a Persian word with a non-joiner
        "क्\u{200D}ष",  // a Hindi half letter
        "ශ්\u{200D}රී ලංකා",
        "ক্\u{200C}ষ",
        "😀😂",
        "👍🏽 👋🏿",  // modifiers
        "👩\u{200D}👩\u{200D}👧\u{200D}👦",  // a family
        "👩🏻\u{200D}❤\u{FE0F}\u{200D}💋\u{200D}👩🏻",  // ten code points
        "🏳\u{FE0F}\u{200D}🌈",
        "🐈\u{200D}⬛",
        "🇩🇪🇮🇷",  // flags
        "1\u{FE0F}\u{20E3}#\u{FE0F}\u{20E3}",  // keycaps
        "1\u{20E3}",
        "❤\u{FE0F}☺\u{FE0E}©\u{FE0F}",
        "🕵🏻\u{200D}♂\u{FE0F}",
        "Grüße 你好 مرحبا 😀",
    ])
    func `shows what has ink`(text: String) { #expect(Printable.shown(text) == text) }

    @Test(arguments: escaped)
    func `escapes what is invisible or changes its surroundings`(text: String, expected: String) {
        #expect(Printable.shown(text) == expected)
    }

    @Test(arguments: [
        ("مرحبا", "\u{2068}مرحبا\u{2069}"),
        ("a שלום b", "\u{2068}a שלום b\u{2069}"),
        ("\u{202E}مرحبا\u{2069}", "\u{2068}\\u{202e}مرحبا\\u{2069}\u{2069}"),
        ("Grüße 你好", "Grüße 你好"),
        (#"\u{5d0}"#, #"\u{5d0}"#),
        ("\u{5CF}", #"\u{5cf}"#),  // unassigned in the middle of Hebrew
    ])
    func `isolates letters that are written from right to left`(text: String, expected: String) {
        #expect(Printable.shown(text, isolated: true) == expected)
    }

    @Test func `counts outside of the isolate`() {
        #expect(Printable.shown("مرحبا", limit: 3, isolated: true) == "\u{2068}مرح\u{2069}… 2 more characters")
    }

    @Test(arguments: [
        ("abc", "abc"),
        ("abcd", "abc… 1 more character"),
        ("äöüß", "äöü… 1 more character"),
        ("a\r\nb", "a↵b"),
        (String(repeating: "a", count: 1814), "aaa… 1,811 more characters"),
        ("👩\u{200D}👩\u{200D}👧👩🏽🇩🇪", "👩\u{200D}👩\u{200D}👧👩🏽🇩🇪"),
        ("👩\u{200D}👩\u{200D}👧👩🏽🇩🇪e\u{301}x", "👩\u{200D}👩\u{200D}👧👩🏽🇩🇪… 2 more characters"),
        (
            "e\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}",
            "e\u{300}\u{301}\u{302}\u{303}\\u{304}\\u{305}… 1 more character"
        ),
    ])
    func `counts the characters that are not shown`(text: String, expected: String) {
        #expect(Printable.shown(text, limit: 3) == expected)
    }

    @Test(arguments: [
        "\u{301}",
        "\u{1100}",  // one syllable with many initial consonants
        "👩\u{200D}",
        "क्",
        "\u{1F1E9}",
        "ä",  // many small characters
    ])
    func `cuts a text of one or two MiB`(repeated: String) {
        let shown = Printable.shown("e" + String(repeating: repeated, count: 350_000))
        #expect(shown.unicodeScalars.count < 200 * 16 + 30)
        #expect(shown.hasSuffix(" more characters"))
    }

    @Test func `has no limit if asked for none`() {
        let text = String(repeating: "ä\u{0}", count: 5000)
        #expect(Printable.shown(text, limit: nil) == String(repeating: #"ä\u{0}"#, count: 5000))
    }

    @Test(arguments: [
        (#"a\b\u{a}"#, #"a\b\u{a}"#),  // the backslash of a shown text is no new one
        ("Köln 😀", #"K\u{f6}ln \u{1f600}"#),
        ("a↵b… 1,811 more characters", #"a\nb... 1,811 more characters"#),
        ("\u{2068}א\u{2069}", #"\u{5d0}"#),
        ("two\nlines", "two\nlines"),
    ])
    func `is ASCII for another locale`(text: String, expected: String) {
        #expect(Printable.ascii(text) == expected)
    }

    @Test(arguments: [
        (
            #""Grüße 你好 مرحبا 😀""#, #""Grüße 你好 مرحبا 😀""#,
            #""Gr\u00fc\u00dfe \u4f60\u597d \u0645\u0631\u062d\u0628\u0627 \ud83d\ude00""#
        ),
        (
            "{\n  \"\u{202E}a\": \"\u{E0067}\"\n}", "{\n  \"\\u202ea\": \"\\udb40\\udc67\"\n}",
            "{\n  \"\\u202ea\": \"\\udb40\\udc67\"\n}"
        ),
        ("[\"\u{338}a\"]", #"["\u0338a"]"#, #"["\u0338a"]"#),  // no other quote
        (#""\n↵\u0085""#, #""\n↵\u0085""#, #""\n\u21b5\u0085""#),
    ])
    func `is the same JSON on a terminal`(json: String, shown: String, inASCII: String) throws {
        #expect(Printable.json(json, for: ["LANG": "C.UTF-8"]) == shown)
        #expect(Printable.json(json, for: [:]) == inASCII)
        let value = try JSONParser.parse(Array(json.utf8), depthLimit: 16)
        #expect(
            try JSONParser.parse(Array(shown.utf8), depthLimit: 16) == value
                && JSONParser.parse(Array(inASCII.utf8), depthLimit: 16) == value)
    }

    @Test func `keeps the line breaks and tabs of a text on a terminal`() {
        #expect(Printable.lines("a\n\r\n↵\rb\t\u{1B}\n") == "a\n\n\\u{21b5}↵b\t\\u{1b}\n")
        #expect(Printable.lines("'a↵b'\nc", isMessage: true) == "'a↵b'\nc")
        #expect(Printable.message("no route 'a↵b'\n") == "no route 'a↵b'↵")
    }

    @Test(arguments: [
        (["LANG": "de_DE.UTF-8"], true),
        (["LANG": "C.utf8"], true),
        (["LC_CTYPE": "de_DE.utf-8@euro", "LANG": "C"], true),
        (["LC_ALL": "C", "LC_CTYPE": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"], false),
        (["LC_ALL": "", "LANG": "C.UTF-8"], true),  // empty is unset
        (["LANG": "de_DE"], false),
        (["LANG": "de_DE.ISO-8859-1"], false),
        (["LC_TIME": "C.UTF-8"], false),
        ([:], false),
    ])
    func `finds UTF-8 in the locale`(environment: [String: String], expected: Bool) {
        #expect(Printable.isUTF8(environment) == expected)
    }
}
