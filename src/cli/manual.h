// The man page and shell completion, generated from the descriptions of the options.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace marrow::cli {

struct OptionText {
  std::vector<std::string> names;  ///< "-o", "--out"; empty: a positional argument
  std::string value;               ///< name of the value, "OUT.png"; empty: a flag
  std::vector<std::string> words;  ///< all allowed values; empty: any value
  bool is_list = false;
  std::string help;
};

struct CommandText {
  std::string name, help;
  std::vector<OptionText> options;  ///< without hidden ones
};

struct ProgramText {
  CommandText own;
  std::string version;  ///< "marrow 0.1.0"
  std::vector<CommandText> commands;
};

/// `form`: "man", "bash" or "zsh".
std::string manual_text(std::string_view form, const ProgramText& program);

}  // namespace marrow::cli
