"""exercise-report.py PAGE: the page with a script at its end that uses it and writes what it sees."""
import os
import sys

with open(os.path.join(os.path.dirname(__file__), "../../../profile/Inputs/contrast.js"), encoding="utf-8") as script:
    CONTRAST = script.read()
SCRIPT = "<script>\n" + CONTRAST + """
const button = name => [...document.querySelectorAll("th button")].find(b => b.textContent === name);
const column = index => [...document.querySelector("tbody").rows].map(row => row.cells[index].textContent).join(" ");
const say = text => document.body.append(Object.assign(document.createElement("p"), {textContent: text}));
const falls = sign => column(2).replaceAll(",", "").split(" ").every((cell, i, all) => i === 0 || sign * (all[i - 1] - cell) >= 0);
say("in order: " + (falls(1) || falls(-1)));
button("modelled cycles").click(); say("dearest first: " + falls(1));
button("modelled cycles").click(); say("cheapest first: " + falls(-1));
button("operator").click(); button("operator").click(); say("operators: " + column(1));
say("contrast: " + contrast());
say("contrast in dark mode: " + (darken() && contrast()));
const table = document.querySelector(".wide table").parentNode.getBoundingClientRect();
say("cycles in sight: " + (button("modelled cycles").getBoundingClientRect().right - table.left <= 390 - 24));
say("overflow: " + Math.max(0, document.documentElement.scrollWidth - innerWidth));
</script>"""
with open(sys.argv[1], encoding="utf-8") as file:
    print(file.read().replace("</body>", SCRIPT + "</body>"))
