"""Adds to a report's page a script that uses it as a reader does and writes down what came of it."""
import sys

SCRIPT = """<script>
const names = () => [...document.querySelectorAll("#functions tbody tr td:first-child")].map(td => td.textContent).join(" ");
const note = (what, text) => { const p = document.createElement("p"); p.textContent = what + ": " + text; document.body.append(p); };
note("cycles down", names());
document.querySelectorAll("#functions th button")[1].click();
document.querySelectorAll("#functions th button")[1].click();
note("packets up", names());
document.querySelector("#bar button").click();
note("picked", document.getElementById("picked").textContent);
document.querySelector("#loops details").open = true;
note("listing", document.querySelector("#loops .packet").innerText.replace(/\\s+/g, " "));
note("overflow", Math.max(0, document.documentElement.scrollWidth - innerWidth));
</script></body>"""
page = open(sys.argv[1]).read()
assert page.count("</body>") == 1
sys.stdout.write(page.replace("</body>", SCRIPT))
