"""A page that holds a report's page in a frame as wide as a phone's window (headless browsers have a least width that is
more) with a script that uses it as a reader does; what came of it is written down behind the frame."""
import html
import os
import sys

CONTRAST = open(os.path.join(os.path.dirname(__file__), "contrast.js")).read()
SCRIPT = "<script>\n" + CONTRAST + """
const names = () => [...document.querySelectorAll("#functions tbody tr td:first-child")].map(td => td.textContent).join(" ");
const note = (what, text) => { const p = document.createElement("p"); p.textContent = what + ": " + text; parent.document.body.append(p); };
note("cycles down", names());
const packets = () => [...document.querySelectorAll("#functions th button")].find(b => b.textContent === "packets");
packets().click();
packets().click();
note("packets up", names());
document.querySelector("#bar button").click();
note("picked", document.getElementById("picked").textContent);
document.querySelector("#loops details").open = true;
note("listing", document.querySelector("#loops .packet").innerText.replace(/\\s+/g, " "));
note("width", innerWidth);
note("contrast", contrast());
note("contrast in dark mode", darken() && contrast());
note("overflow", Math.max(0, document.documentElement.scrollWidth - innerWidth));
</script></body>"""
page = open(sys.argv[1]).read()
assert page.count("</body>") == 1
frame = html.escape(page.replace("</body>", SCRIPT))
sys.stdout.write(f'<!DOCTYPE html><body><iframe style="width:390px;height:844px;border:0" srcdoc="{frame}"></iframe></body>')
