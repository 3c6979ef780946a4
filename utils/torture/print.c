// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Output of a C library, as far as gcc's execute tests look at it: all conversions of integers and text; of floating point %f and %e, right for
   numbers of up to 15 digits. See libc.c. */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../../runtime/qemu/syscall.h"
#include "output.h"

struct file {
  int number;
};
static struct file files[3] = {{0}, {1}, {2}};
FILE *stdin = &files[0], *stdout = &files[1], *stderr = &files[2];

static char buffer[1024];
static size_t used;
void flush_output(void) {
  for (size_t done = 0; done < used;) {
    long now = hl_sys_write(1, (uintptr_t)buffer + done, used - done);
    if (now <= 0)
      break;
    done += now;
  }
  used = 0;
}

/* The place where characters go: memory of a limit, or a file. */
struct sink {
  char *to;
  size_t room; /* what does not fit is counted */
  int count;
};
static void put(struct sink *sink, char c) {
  if (!sink->to) {
    buffer[used++] = c;
    if (c == '\n' || used == sizeof buffer)
      flush_output();
  } else if ((size_t)sink->count < sink->room) {
    sink->to[sink->count] = c;
  }
  sink->count++;
}
static void put_many(struct sink *sink, char c, int count) {
  while (count-- > 0)
    put(sink, c);
}

struct spec {
  int left, zero, alternate;
  char sign; /* in front of what is not negative, or 0 */
  int width, precision;
};
/* `prefix` is the sign or 0x, `zeros` come behind it. */
static void put_field(struct sink *sink, struct spec *spec, const char *prefix, int zeros, const char *text, int size) {
  int lead = strlen(prefix), pad = spec->width - lead - zeros - size;
  if (spec->zero && !spec->left && pad > 0)
    zeros += pad, pad = 0;
  if (!spec->left)
    put_many(sink, ' ', pad);
  for (int i = 0; i < lead; i++)
    put(sink, prefix[i]);
  put_many(sink, '0', zeros);
  for (int i = 0; i < size; i++)
    put(sink, text[i]);
  if (spec->left)
    put_many(sink, ' ', pad);
}
static void put_integer(struct sink *sink, struct spec *spec, uint64_t n, unsigned base, const char *prefix, char ten) {
  char digits[24], *first = digits + sizeof digits;
  for (; n; n /= base)
    *--first = n % base < 10 ? '0' + n % base : ten + n % base - 10;
  int size = digits + sizeof digits - first, least = spec->precision < 0 ? 1 : spec->precision;
  if (spec->alternate && base == 8 && least <= size)
    least = size + 1;
  if (spec->precision >= 0)
    spec->zero = 0;
  put_field(sink, spec, prefix, size < least ? least - size : 0, first, size);
}
static void put_float(struct sink *sink, struct spec *spec, double x, char kind) {
  char text[400], sign[2] = {spec->sign, 0}, *at = text;
  int precision = spec->precision < 0 ? 6 : spec->precision, exponent = 0;
  if (__builtin_signbit(x))
    x = -x, sign[0] = '-';
  if (__builtin_isinf(x) || __builtin_isnan(x)) {
    spec->zero = 0;
    put_field(sink, spec, sign, 0, __builtin_isnan(x) ? "nan" : "inf", 3);
    return;
  }
  if (kind == 'e') {
    for (; x >= 10; exponent++)
      x /= 10;
    for (; x && x < 1; exponent--)
      x *= 10;
  }
  double half = 0.5;
  for (int i = 0; i < precision; i++)
    half /= 10;
  x += half;
  double unit = 1;
  while (x / unit >= 10)
    unit *= 10;
  for (; unit >= 1; unit /= 10) {
    int digit = (int)(x / unit);
    *at++ = '0' + digit;
    x -= digit * unit;
  }
  if (precision || spec->alternate)
    *at++ = '.';
  for (int i = 0; i < precision && at < text + sizeof text - 8; i++) {
    x *= 10;
    int digit = (int)x;
    *at++ = '0' + digit;
    x -= digit;
  }
  if (kind == 'e') {
    int e = exponent < 0 ? -exponent : exponent;
    *at++ = 'e';
    *at++ = exponent < 0 ? '-' : '+';
    if (e >= 100)
      *at++ = '0' + e / 100;
    *at++ = '0' + e / 10 % 10;
    *at++ = '0' + e % 10;
  }
  put_field(sink, spec, sign, 0, text, at - text);
}

/* h, l and their like: bytes of the type. */
static int size_of(const char **format) {
  switch (*(*format)++) {
  case 'h': return **format == 'h' ? (++*format, 1) : 2;
  case 'l': return **format == 'l' ? (++*format, 8) : sizeof(long);
  case 'j':
  case 'L':
  case 'q': return 8;
  case 'z':
  case 't': return sizeof(long);
  default: --*format; return sizeof(int);
  }
}
static int64_t narrowed(uint64_t n, int size, int is_signed) {
  int bits = 64 - 8 * size;
  return is_signed ? (int64_t)(n << bits) >> bits : (int64_t)(n << bits >> bits);
}
static void flags_of(const char **format, struct spec *spec, va_list *arguments) {
  for (;; ++*format) {
    if (**format == '-') spec->left = 1;
    else if (**format == '0') spec->zero = 1;
    else if (**format == '#') spec->alternate = 1;
    else if (**format == '+') spec->sign = '+';
    else if (**format == ' ') spec->sign = spec->sign ? spec->sign : ' ';
    else break;
  }
  int *numbers[] = {&spec->width, &spec->precision};
  for (int i = 0; i < 2; i++) {
    if (i == 1) {
      if (**format != '.')
        return;
      ++*format;
      spec->precision = 0;
    }
    if (**format == '*') {
      *numbers[i] = va_arg(*arguments, int);
      ++*format;
    }
    for (; **format >= '0' && **format <= '9'; ++*format)
      *numbers[i] = 10 * *numbers[i] + (**format - '0');
  }
}
static void print(struct sink *sink, const char *format, va_list *arguments) {
  while (*format) {
    if (*format != '%') {
      put(sink, *format++);
      continue;
    }
    format++;
    struct spec spec = {.precision = -1};
    flags_of(&format, &spec, arguments);
    if (spec.width < 0)
      spec.left = 1, spec.width = -spec.width;
    int size = size_of(&format);
    char kind = *format++, sign[2] = {spec.sign, 0}, c;
    if (strchr("diuxXop", kind)) {
      uint64_t n = kind == 'p' ? (uintptr_t)va_arg(*arguments, void *) : size == 8 ? va_arg(*arguments, uint64_t) : va_arg(*arguments, unsigned);
      int is_signed = kind == 'd' || kind == 'i', is_negative = is_signed && narrowed(n, size, 1) < 0;
      n = narrowed(n, size, is_signed);
      const char *prefix = is_negative ? "-" : is_signed ? sign : kind == 'p' || (spec.alternate && kind == 'x' && n) ? "0x"
                           : spec.alternate && kind == 'X' && n ? "0X" : "";
      put_integer(sink, &spec, is_negative ? -n : n, kind == 'o' ? 8 : strchr("xXp", kind) ? 16 : 10, prefix, kind == 'X' ? 'A' : 'a');
    } else if (kind == 's') {
      const char *text = va_arg(*arguments, const char *);
      put_field(sink, &spec, "", 0, text, spec.precision < 0 ? strlen(text) : strnlen(text, spec.precision));
    } else if (kind == 'c') {
      c = va_arg(*arguments, int);
      put_field(sink, &spec, "", 0, &c, 1);
    } else if (kind == 'e' || kind == 'f') {
      put_float(sink, &spec, va_arg(*arguments, double), kind);
    } else if (kind == 'n') {
      *va_arg(*arguments, int *) = sink->count;
    } else {
      put(sink, kind);
    }
  }
}

int vsnprintf(char *to, size_t size, const char *format, va_list arguments) {
  char nothing;
  struct sink sink = {to && size ? to : &nothing, size ? size - 1 : 0, 0};
  va_list copy;
  va_copy(copy, arguments);
  print(&sink, format, &copy);
  va_end(copy);
  if (size)
    to[(size_t)sink.count < size ? (size_t)sink.count : size - 1] = 0;
  return sink.count;
}
int vsprintf(char *to, const char *format, va_list arguments) { return vsnprintf(to, INT32_MAX, format, arguments); }
int vprintf(const char *format, va_list arguments) {
  struct sink sink = {0};
  va_list copy;
  va_copy(copy, arguments);
  print(&sink, format, &copy);
  va_end(copy);
  return sink.count;
}
int vfprintf(FILE *file, const char *format, va_list arguments) { return vprintf(format, arguments); }

#define FORMATTED(FUNCTION, CALL)                                                                                              \
  int FUNCTION {                                                                                                               \
    va_list arguments;                                                                                                         \
    va_start(arguments, format);                                                                                               \
    int count = CALL;                                                                                                          \
    va_end(arguments);                                                                                                         \
    return count;                                                                                                              \
  }
FORMATTED(printf(const char *format, ...), vprintf(format, arguments))
FORMATTED(fprintf(FILE *file, const char *format, ...), vfprintf(file, format, arguments))
FORMATTED(sprintf(char *to, const char *format, ...), vsprintf(to, format, arguments))
FORMATTED(snprintf(char *to, size_t size, const char *format, ...), vsnprintf(to, size, format, arguments))

int putchar(int c) { return fputc(c, stdout); }
int putc(int c, FILE *file) { return fputc(c, file); }
int fputc(int c, FILE *file) {
  put(&(struct sink){0}, c);
  return (unsigned char)c;
}
int fputs(const char *text, FILE *file) { return fwrite(text, 1, strlen(text), file), 1; }
int puts(const char *text) { return fputs(text, stdout), putchar('\n'), 1; }
size_t fwrite(const void *from, size_t size, size_t count, FILE *file) {
  for (size_t i = 0; i < size * count; i++)
    fputc(((const char *)from)[i], file);
  return count;
}
int fflush(FILE *file) { return flush_output(), 0; }
