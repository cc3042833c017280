// The options of Clang for a submission's module, for the course's page and its tests. cli/grade/submission_builder.cpp has those of `marrow grade --wasm`.
export const kCompile = ['-std=c++20', '-O2', '-w', '-fexceptions', '-fignore-exceptions', '-fno-finite-loops'];
export const kLink = ['-mexec-model=reactor', '-O0', '-Wl,--strip-all,-z,stack-size=8388608', '-Wl,--max-memory=1073741824']; // a stack as large as a program's
