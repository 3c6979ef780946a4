"""check-report.py --network: prints a network whose names would be more than text if they could.
check-report.py PAGE: that the page has only the tags and attributes that the front end writes, and the names as text."""
import html.parser
import sys

NAMES = ["<img src=x onerror=alert(1)>", "</script><script>alert(2)</script>", "\"' onmouseover='alert(3)", "]]>--><!--&lt &#60 </td>"]
TAGS = {"html", "head", "title", "meta", "style", "body", "h1", "h2", "p", "span", "div", "svg", "path", "circle", "rect", "text", "tspan", "table",
        "thead", "tr", "th", "button", "tbody", "td", "script"}
ATTRIBUTES = {"lang", "charset", "name", "content", "http-equiv", "class", "style", "width", "height", "role", "aria-label", "d", "stroke",
              "fill", "cx", "cy", "r", "text-anchor", "x", "y", "title", "data-v"}


def quoted(name):
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def network():
    kind = "u8[1x8x8x40] scale=0.05 zero=3"
    lines = ['graph net from "net"', f"input %0: {kind}"]
    forms = ["HARD_SWISH(%0)", "MAX_POOL_2D(%1) {kernel=[3, 3], stride=[1, 1], pads=[1, 1, 1, 1], activation=none}", "HARD_SWISH(%2)",
             "REVERSE_V2(%3) {axes=[1]}"]
    lines += [f"%{i + 1}: {kind} = {form} name={quoted(name)}" for i, (form, name) in enumerate(zip(forms, NAMES))]
    print("\n".join([*lines, "output %4"]))


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.cells, self.rows, self.counts, self.title = [], [], [], {}, ""

    def handle_starttag(self, tag, attrs):
        assert tag in TAGS, tag
        self.counts[tag] = self.counts.get(tag, 0) + 1
        for name, value in attrs:
            assert name in ATTRIBUTES, (tag, name)
            if (tag, name, value) == ("path", "class", "c"):
                self.counts["diamond"] = self.counts.get("diamond", 0) + 1
        if tag != "meta":
            self.open.append(tag)
        if tag == "tr":
            self.cells = []
        if tag == "td":
            self.cells.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag
        if tag == "tr":
            self.rows.append(self.cells)

    def handle_data(self, data):
        if self.open and self.open[-1] == "title" and self.open[-2] == "head":
            self.title += data
        if "td" in self.open:
            self.cells[-1] += data

    def handle_comment(self, data):
        raise AssertionError("a comment: " + data)


def check(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    assert "://" not in text and "url(" not in text and "import" not in text
    page = Page()
    page.feed(text)
    page.close()
    assert not page.open and page.counts["script"] == 1, page.open
    layers = [row for row in page.rows if row]
    print("title:", page.title)
    print(f"layers: {len(layers)}, conversions: {sum(row[1] == 'LAYOUT_CONVERT' for row in layers)}")
    print(f"circles: {page.counts['circle']}, diamonds: {page.counts.get('diamond', 0)}")
    print("names as they were:", sum(row[4] == name for row, name in zip((r for r in layers if r[1] != "LAYOUT_CONVERT"), NAMES)))


network() if sys.argv[1] == "--network" else check(sys.argv[1])
