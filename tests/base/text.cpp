#include "base/text.h"

#include <doctest/doctest.h>

using namespace marrow;

TEST_CASE("a count chooses the words around it") {
  constexpr const char* kText = "not kept: {} vert[ex|ices] that [is|are] on no face[|s]";
  CHECK(counted(kText, 1) == "not kept: 1 vertex that is on no face");
  CHECK(counted(kText, 0) == "not kept: 0 vertices that are on no faces");
  CHECK(counted(kText, 1234) == "not kept: 1234 vertices that are on no faces");
  CHECK(counted("", 2).empty());
  CHECK(counted("{} {}", 2) == "2 2");
}

TEST_CASE("thousands are separated") {
  CHECK(with_separators(0) == "0");
  CHECK(with_separators(999) == "999");
  CHECK(with_separators(1000) == "1,000");
  CHECK(with_separators(1234567) == "1,234,567");
}

TEST_CASE("ASCII letters become lower case, other bytes stay") {
  CHECK(lower("AZ az @[ \xc3\x84") == "az az @[ \xc3\x84");
}

TEST_CASE("only a first letter of ASCII is capitalized") {
  CHECK(capitalized("smooth") == "Smooth");
  CHECK(capitalized("Alt+drag") == "Alt+drag");
  CHECK(capitalized("\xc3\xa4") == "\xc3\xa4");
  CHECK(capitalized("") == "");
}

TEST_CASE("blanks at the ends are cut, others stay") {
  CHECK(trimmed(" \ta b\r") == "a b");
  CHECK(trimmed(" \t\r") == "");
  CHECK(trimmed("-a-", "-") == "a");
}

TEST_CASE("a text is one word of a shell, which changes nothing in it") {
  CHECK(in_shell("Ada Lovelace") == "\"Ada Lovelace\"");
  CHECK(in_shell("O'Neil") == "\"O'Neil\"");
  CHECK(in_shell("`rm -rf $HOME`!") == "'`rm -rf $HOME`!'");
  CHECK(in_shell("O'Neil \"$x\"") == "'O'\\''Neil \"$x\"'");
}

TEST_CASE("what is printed holds nothing that a terminal obeys") {
  const std::string mark = "\xef\xbf\xbd";
  CHECK(printable("K\xc3\xb6rper \xe2\x80\x93 \xf0\x9f\xa6\xb4\n") ==
        "K\xc3\xb6rper \xe2\x80\x93 \xf0\x9f\xa6\xb4\n");
  CHECK(printable("") == "");
  CHECK(printable("\x1b[31mred\t\r\x7f") == mark + "[31mred" + mark + mark + mark);
  CHECK(printable("\xc2\x9b"
                  "31m") == mark + "31m");  // C1: CSI
  CHECK(printable("a\xe2\x80\xa8"
                  "b\xe2\x80\xa9") == "a" + mark + "b" + mark);  // U+2028, U+2029
  CHECK(printable("\xe2\x80\xae"
                  "exe\xe2\x81\xa6\xe2\x80\x8f") == mark + "exe" + mark + mark);
  CHECK(printable("\xff\xc0\x80") == mark + mark + mark);
  CHECK(printable(std::string(1, '\0')) == mark);
}
