// How a command ends: an error becomes one line and an exit status.
#pragma once

#include <functional>
#include <string>

namespace marrow::cli {

/// Runs a command; an exception becomes "marrow: FILE: place: what was expected" on standard error
/// and the exit status.
int guarded(const std::string& file, const std::function<void()>& body);

/// The exit status of a program that ends with `status`. kFailed, with a line on standard error, if
/// some of its output could not be written.
int with_output_written(int status);

}  // namespace marrow::cli
