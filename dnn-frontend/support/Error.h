// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors of the front end. UserError: the input is at fault (exit status 1). InternalError: we are
// (exit status 1, with a request for a report). Command-line errors are CLI11's own (exit status
// 2).
#pragma once

#include <stdexcept>
#include <string>

namespace hexloom {

/// printf-style std::string; used for every message so that values stay next to their words.
std::string strf(const char *Format, ...) __attribute__((format(printf, 1, 2)));

struct UserError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct InternalError : std::logic_error {
  using std::logic_error::logic_error;
};

[[noreturn]] void checkFailed(const char *Condition, const char *File, int Line,
                              const std::string &What);

} // namespace hexloom

/// An invariant of ours that is checked in every build (NDEBUG is always defined here).
#define HEXLOOM_CHECK(COND, WHAT)                                                                  \
  do {                                                                                             \
    if (!(COND))                                                                                   \
      ::hexloom::checkFailed(#COND, __FILE__, __LINE__, WHAT);                                     \
  } while (false)
