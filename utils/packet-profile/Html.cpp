// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report as one page: report.html with the report in it.
#include "Report.h"

using namespace llvm;
using namespace profile;

static const char Page[] =
#include "ReportPage.inc"
    ;

void profile::printHtml(const json::Value &Data, raw_ostream &OS) {
  std::string Text;
  raw_string_ostream(Text) << Data;
  StringRef Whole(Page), Mark = "/*REPORT*/null";
  size_t At = Whole.find(Mark);
  OS << Whole.take_front(At);
  for (char C : Text) // no "</script>" inside the script
    C == '<' ? OS << "\\u003c" : OS << C;
  OS << Whole.drop_front(At + Mark.size());
}
