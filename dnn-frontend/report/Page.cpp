// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Report.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/Quote.h"

#include <algorithm>
#include <set>

namespace hexloom {

namespace {

/// Nothing is loaded, and only what stands here runs.
constexpr const char *kHead = R"(<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<style>
:root { color-scheme: light dark; --line: #8886; --back: #fff; --ink: #1b1f24;
  --l0: #5b6b7b; --l1: #0b6fb8; --l2: #a85400; --l3: #7a3fc4; --l4: #14783f; --l5: #b92b58; --l6: #7a6000; --l7: #007878; --l8: #99491f; }
@media (prefers-color-scheme: dark) { :root { --back: #15181c; --ink: #e4e7eb;
  --l0: #9fb0c0; --l1: #5db2f2; --l2: #f0943a; --l3: #b794f4; --l4: #4cc47f; --l5: #f0779b; --l6: #d4b106; --l7: #2ec4c4; --l8: #e08d5f; } }
body { font: 14px/1.4 system-ui, sans-serif; margin: 0 auto; padding: 12px; max-width: 1200px; background: var(--back); color: var(--ink); }
h1 { font-size: 20px; margin: 4px 0; overflow-wrap: anywhere; } h2 { font-size: 16px; margin: 20px 0 6px; }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
.graph { max-height: 70vh; overflow: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 4px 8px; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
td.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.name { overflow-wrap: anywhere; min-width: 140px; }
th { position: sticky; top: 0; background: var(--back); }
th button { all: unset; cursor: pointer; font-weight: 600; } th button:focus-visible { outline: 2px solid; }
.l { display: inline-block; padding: 0 6px; border-radius: 8px; color: var(--back); margin: 0 4px 4px 0; white-space: nowrap; }
.t { min-width: 330px; } .k { margin: 0; }
svg { font: 12px system-ui, sans-serif; display: block; } svg text { fill: var(--ink); } svg path:not(.c) { fill: none; stroke-width: 2; }
</style>
)";

/// Sorts by a column: numbers by data-v, all else as text; again: the other way.
constexpr const char *kScript = R"(<script>
"use strict";
document.querySelectorAll("th button").forEach((button, column) => button.addEventListener("click", () => {
  const body = document.querySelector("tbody"), down = button.dataset.down !== "1";
  document.querySelectorAll("th button").forEach(other => { other.dataset.down = ""; other.parentNode.removeAttribute("aria-sort"); });
  button.dataset.down = down ? "1" : "0";
  button.parentNode.setAttribute("aria-sort", down ? "descending" : "ascending");
  const key = row => row.cells[column].dataset.v;
  const number = body.rows.length > 0 && key(body.rows[0]) !== undefined;
  const order = (a, b) => number ? key(a) - key(b) : a.cells[column].textContent.localeCompare(b.cells[column].textContent);
  Array.from(body.rows).sort((a, b) => (down ? -1 : 1) * order(a, b)).forEach(row => body.append(row));
}));
</script>
)";

class Page {
public:
  Page(const Graph &G, const Selection &S, const std::string &Profile)
      : G(G), S(S), Rows(reportRows(G, S)), Measured(Profile.empty() ? MeasuredLayers() : readMeasuredLayers(Profile, Rows)) {
    for (const ReportRow &R : Rows)
      (R.IsConversion ? Conversions : Kernels) += R.Modelled;
  }

  std::string run() {
    Out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<title>" + htmlText(lastPart(G.File)) + "</title>\n" + kHead + "</head>\n<body>\n";
    addSummary();
    Out += "<h2>Graph</h2>\n";
    addLegend();
    Out += "<div class=\"wide graph\">\n" + reportDrawing(Rows) + "</div>\n<h2>Layers</h2>\n";
    addTable();
    return Out + kScript + "</body>\n</html>\n";
  }

private:
  const Graph &G;
  const Selection &S;
  const std::vector<ReportRow> Rows;
  const MeasuredLayers Measured;
  double Kernels = 0, Conversions = 0;
  std::string Out;

  void addSummary() {
    Out += "<h1>" + htmlText(G.File) + "</h1>\n<p>" + strf("%zu layers for %s, %s modelled cycles: %s in kernels, %s in conversions", Rows.size(),
                                                           text(S.Target), grouped(Kernels + Conversions).c_str(), grouped(Kernels).c_str(),
                                                           grouped(Conversions).c_str());
    if (S.Choice.isProven())
      Out += "; proven least";
    else if (S.Choice.Bound > 0)
      Out += "; not proven least: no selection costs less than " + grouped(S.Choice.Bound);
    else
      Out += "; not proven least";
    double Sum = 0;
    for (const auto &[Row, Layer] : Measured)
      Sum += Layer.Cycles;
    Out += Measured.empty() ? ".</p>\n" : ". Measured: " + grouped(Sum) + " cycles.</p>\n";
  }

  void addLegend() {
    std::set<int> Layouts;
    for (const ReportRow &R : Rows)
      Layouts.insert(R.Layout);
    Out += "<p>A line is a tensor in its layout, a circle an operator, a diamond a conversion. Bars are modelled cycles.</p>\n";
    for (int L : Layouts)
      Out += strf("<p class=\"k\"><span class=\"l\" style=\"background:%s\">%s</span>%s</p>\n", layoutColour(L), text(Layout(L)),
                  descriptionOf(Layout(L)));
  }

  void addTable() {
    Out += "<div class=\"wide\"><table>\n<thead><tr>";
    std::vector<std::string> Heads = {"#", "operator", "modelled cycles", "share", "name", "kernel", "layouts"};
    if (!Measured.empty())
      Heads.insert(Heads.end(), {"measured cycles", "measured / modelled", "bound by"});
    Heads.insert(Heads.end(), {"next plan: more cycles", "why it lost"});
    for (const std::string &Head : Heads)
      Out += "<th><button>" + Head + "</button></th>";
    Out += "</tr></thead>\n<tbody>\n";
    for (size_t I = 0; I < Rows.size(); ++I)
      addRow(I);
    Out += "</tbody>\n</table></div>\n";
  }

  void add(double Value, const std::string &Shown) { Out += strf("<td class=\"n\" data-v=\"%.4f\">", Value) + Shown + "</td>"; }
  void addNumber(double Value, const char *Format) { add(Value, strf(Format, Value)); }
  void addNone() { Out += "<td class=\"n\" data-v=\"-1\"></td>"; }

  void addMeasured(size_t I) {
    const auto Found = Measured.find(I);
    if (Found == Measured.end()) {
      addNone();
      addNone();
      Out += "<td></td>";
      return;
    }
    const auto &[Cycles, BoundBy] = Found->second;
    add(Cycles, grouped(Cycles));
    if (Rows[I].Modelled > 0)
      addNumber(Cycles / Rows[I].Modelled, "%.2f");
    else
      addNone();
    Out += "<td>" + htmlText(BoundBy) + "</td>";
  }

  void addRow(size_t I) {
    const ReportRow &R = Rows[I];
    const std::string Name = htmlText(R.Name);
    Out += "<tr>";
    add(static_cast<double>(I), R.Number);
    Out += "<td>" + R.Operator + "</td>";
    add(R.Modelled, grouped(R.Modelled)); // early, so that a narrow window has it
    addNumber(Kernels + Conversions > 0 ? 100 * R.Modelled / (Kernels + Conversions) : 0, "%.2f %%");
    Out += "<td class=\"name\" title=\"" + Name + "\">" + htmlText(endOf(R.Name)) + "</td><td>" + htmlText(R.Kernel) +
           strf("</td><td><span class=\"l\" style=\"background:%s\">%s</span></td>", layoutColour(R.Layout), htmlText(R.Layouts).c_str());
    if (!Measured.empty())
      addMeasured(I);
    if (R.Next.empty())
      addNone();
    else
      add(R.Loss, (R.Loss < 0 ? "" : "+") + grouped(R.Loss));
    Out += "<td class=\"t\">" + htmlText(R.Next) + "</td></tr>\n";
  }
};

} // namespace

std::string reportHtml(const Graph &G, const Selection &S, const std::string &Profile) { return Page(G, S, Profile).run(); }

} // namespace hexloom
