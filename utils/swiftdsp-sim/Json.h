// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JSON text with commas in the right places.
#ifndef SWIFTDSP_SIM_JSON_H
#define SWIFTDSP_SIM_JSON_H

#include <cstdint>
#include <cstdio>
#include <string>

namespace swiftdsp {

class Json {
public:
  explicit Json(std::FILE *Out) : Out(Out) {}
  void open(char Bracket) { value(), std::fputc(Bracket, Out), First = true; }
  void close(char Bracket) { std::fputc(Bracket, Out), First = false; }
  void key(const char *Name) { separate(), string(Name), std::fputs(": ", Out), AfterKey = true; }
  void number(uint64_t N) { value(), std::fprintf(Out, "%llu", (unsigned long long)N); }
  void text(const std::string &T) { value(), string(T); }
  void truth(bool B) { value(), std::fputs(B ? "true" : "false", Out); }
  void field(const char *Name, uint64_t N) { key(Name), number(N); }
  void field(const char *Name, const std::string &T) { key(Name), text(T); }

private:
  void value() {
    if (!AfterKey)
      separate();
    AfterKey = false;
  }
  void separate() {
    if (!First)
      std::fputs(",\n", Out);
    First = false;
  }
  void string(const std::string &T) {
    std::fputc('"', Out);
    for (unsigned char C : T)
      if (C == '"' || C == '\\' || C < 0x20 || C >= 0x7f)
        std::fprintf(Out, "\\u%04x", C);
      else
        std::fputc(C, Out);
    std::fputc('"', Out);
  }
  std::FILE *Out;
  bool First = true, AfterKey = false;
};

} // namespace swiftdsp

#endif
