// Submissions for tests of the course's page, and Debian's compiler of them: as in cli/grade/submission_builder.cpp.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { kCompile, kLink } from '../../src/course/wasm/options.mjs';

export const root = path.join(path.dirname(new URL(import.meta.url).pathname), '../..');
export const isTask = (name) => /^task\d_.*\.cpp$/.test(name);
const student = path.join(root, 'src/rig/student');
export const stubs = Object.fromEntries(fs.readdirSync(student).filter(isTask).map((name) => [name, fs.readFileSync(path.join(student, name), 'utf8')]));

/** The textbook's functions as a student's: null in a handout. */
export function solution() {
  const folder = path.join(root, 'src/rig/solution');
  if (!fs.existsSync(folder)) return null;
  const head = '#include <glm/gtc/matrix_inverse.hpp>\n\n#include "rig/student/student.h"\n\nnamespace marrow::student {\n' +
    'static glm::dmat4 precise(const glm::mat4& m) { return glm::dmat4(m); }\n' +
    'static glm::dmat4 precise_inverse(const glm::mat4& m) { return glm::affineInverse(glm::dmat4(m)); }\n}\n';
  return Object.fromEntries(Object.keys(stubs).map((name) => [name, fs.readFileSync(path.join(folder, name), 'utf8')
    .replace('#include "rig/solution/textbook.h"', head).replaceAll('marrow::solution', 'marrow::student')]));
}

/** Folders below `data` that hold task files, with their names. */
export function* wrongOnes(data) {
  for (const entry of fs.existsSync(data) ? fs.readdirSync(data, { recursive: true, withFileTypes: true }) : []) {
    if (!entry.isDirectory()) continue;
    const folder = path.join(entry.parentPath ?? entry.path, entry.name), files = fs.readdirSync(folder).filter((name) => isTask(name));
    if (files.length > 0) yield { name: path.relative(data, folder).replaceAll(path.sep, '.'), texts: Object.fromEntries(files.map((name) => [name, fs.readFileSync(path.join(folder, name), 'utf8')])) };
  }
}

const kOptions = ['--target=wasm32-wasi', ...kCompile, '-D_LIBCPP_DEBUG=0'];
export class DebianCompiler {
  constructor(folder) {
    this.folder = folder;
    fs.symlinkSync('/usr/include/glm', path.join(folder, 'glm'));
    this.common = ['course/reply.cpp', 'course/wire.cpp', 'platform/posix/pipes.cpp', 'scene/skeleton.cpp', 'rig/student/tasks.cpp', 'course/wasm/module.cpp']
      .map((name) => this.compile(name, path.join(root, 'src', name)));
    this.stubs = Object.fromEntries(Object.keys(stubs).map((name) => [name, this.compile(name, path.join(student, name))]));
  }
  compile(name, file) {
    const object = path.join(this.folder, `${path.basename(name)}.o`);
    execFileSync('clang++', [...kOptions, '-I', path.join(root, 'src'), '-I', this.folder, '-c', file, '-o', object], { stdio: 'pipe' });
    return object;
  }
  /** The bytes of a module. */
  module(texts) {
    const objects = { ...this.stubs }, out = path.join(this.folder, 'module.wasm');
    for (const [name, text] of Object.entries(texts)) {
      if (text === stubs[name]) continue;
      const file = path.join(this.folder, `own_${name}`);
      fs.writeFileSync(file, text);
      objects[name] = this.compile(`own_${name}`, file);
    }
    execFileSync('clang++', ['--target=wasm32-wasi', ...kLink,
      ...this.common, ...Object.values(objects), '-o', out], { stdio: 'pipe' });
    return fs.readFileSync(out);
  }
}
