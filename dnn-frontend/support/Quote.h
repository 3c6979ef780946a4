// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text from a file (names, codes, keys) in what we write: the one place that decides which
// characters may stand where. White lists throughout: what is not known to be harmless is escaped
// or replaced.
#pragma once

#include <string>

namespace hexloom {

/// A text for messages on a terminal. ASCII's visible characters stay, and the letters of scripts that are written from left to right. Each
/// byte of anything else (control characters, U+009B, marks that turn the direction, invalid UTF-8) becomes '?'. Long texts are cut.
std::string printable(const std::string &Text);

/// As printable(), for a whole line, however long.
std::string visible(const std::string &Line);

/// The end of a name, which tells a network's layers apart: "...expanded_conv_3/expand".
std::string endOf(const std::string &Name, size_t Most = 40);

/// 1234567 as "1,234,567", rounded.
std::string grouped(double Value);

/// A difference, rounded: "+12", "-3", "+0".
std::string difference(double Value);

/// A text as the IR writes it, with the quotes. What printable() replaces is \xHH.
std::string quoted(const std::string &Text);

/// A string literal of C, with the quotes. No '?' stands in it: ??/ is a backslash in C11.
std::string cString(const std::string &Text);

/// Part of a block comment of C; cut where it gets long.
std::string cComment(const std::string &Text);

/// A string literal of Graphviz's language, with the quotes.
std::string dotString(const std::string &Text);

/// Text or an attribute's value of HTML: what printable() leaves, with the five characters that mean something written as
/// entities.
std::string htmlText(const std::string &Text);

/// Why this name of a file cannot stand in an #include and an .incbin; empty: it can.
std::string fileNameFault(const std::string &Name);

} // namespace hexloom
