// Completes the folder of the course's page: its scripts, the sheet, and the compiler with all that never changes in a student's program.
//   node make_course.mjs ROOT SITE WORK      ROOT: the repository; SITE: the site's folder; WORK: a folder for what is kept between builds
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { kCompile, kLink } from '../../src/course/wasm/options.mjs';

const [root, site, work] = process.argv.slice(2), src = path.join(root, 'src'), out = path.join(site, 'course');
const packages = path.join(root, 'deps/course_page/node_modules'), clang = path.join(packages, '@yowasp/clang/gen');
const require = createRequire(path.join(root, 'deps/course_page/package.json'));
const read = (file) => fs.readFileSync(file, 'utf8');
const version = JSON.parse(read(path.join(packages, '@yowasp/clang/package.json'))).version;
const wasmFiles = fs.readdirSync(clang).filter((name) => name.endsWith('.wasm'));
const studentFiles = fs.readdirSync(path.join(src, 'rig/student')).filter((name) => /^task\d_.*\.cpp$/.test(name)).sort();

// The options of cli/grade/submission_builder.cpp. In the compiler's file system our own files are in /usr/marrow.
const kOptions = ['--target=wasm32-wasip1', ...kCompile, '-ferror-limit=20',
  '-D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_FAST', '-I/usr/marrow/include'];
const kModule = ['--target=wasm32-wasip1', ...kLink];
const kPublicHeader = 'rig/student/student.h';

// The compiler's file system, in `usr`: its own files without what no task needs, and ours. It does not find "..", so includes of GLM are written from its root.

const usr = path.join(work, 'usr'), own = path.join(usr, 'marrow');
const kNotNeeded = ['*__cxx03*', 'share/*', '*_wrappers*', 'include/hlsl*', 'include/sanitizer*', 'include/c++/v1/experimental', '*libc++experimental.a', '*printscan*', '*libclang_rt.profile*', '*/libsetjmp.a', '*intrin.h',
  'include/arm_*', 'include/riscv_*', 'include/altivec.h', 'include/opencl*', 'include/cuda*', 'include/__clang_*'];
function put(name, data) {
  fs.mkdirSync(path.dirname(path.join(own, name)), { recursive: true });
  fs.writeFileSync(path.join(own, name), data);
}
/** With what it includes; these are in `seen` afterwards. */
function putOwn(name, seen) {
  if (seen.has(name)) return;
  seen.add(name);
  const text = read(path.join(src, name));
  put(`include/${name}`, text);
  for (const [, header] of text.matchAll(/^#include "(.*)"/gm)) putOwn(header, seen);
}
function putGlm(folder) {
  for (const entry of fs.readdirSync(path.join('/usr/include', folder), { withFileTypes: true })) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) { putGlm(name); continue; }
    put(`include/${name}`, read(path.join('/usr/include', name)).replace(/^(\s*#\s*include\s*)"([^"]*)"/gm,
      (all, include, header) => `${include}<${path.posix.join(folder, header)}>`));
  }
}
/** As the compiler reads it: folders before what is in them, without a slash at the end. */
function pack(tar) {
  const blocks = [];
  for (const name of fs.readdirSync(usr, { recursive: true }).sort()) {
    const file = path.join(usr, name), isFolder = fs.statSync(file).isDirectory(), data = isFolder ? Buffer.alloc(0) : fs.readFileSync(file), head = Buffer.alloc(512);
    if (Buffer.byteLength(name) > 100) throw new Error(`${name}: too long a name for an archive`);
    head.write(name, 0);
    head.write('0000644\0', 100);
    head.write(`${data.length.toString(8).padStart(11, '0')}\0`, 124);
    head.write('00000000000\0', 136);
    head.write('        ', 148);
    head.write(isFolder ? '5' : '0', 156);
    head.write('ustar\x0000', 257);
    head.write(`${head.reduce((sum, byte) => sum + byte).toString(8).padStart(6, '0')}\0 `, 148);
    blocks.push(head, data, Buffer.alloc((512 - data.length % 512) % 512));
  }
  fs.writeFileSync(tar, Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

// Compiling. The driver only says which compiler it would run (-###); that one is run here, and in the page.

let runLLVM = null;
async function llvm(args, files) {
  let said = '';
  const printed = [], note = (bytes) => { if (bytes) said += new TextDecoder().decode(bytes); };
  try {
    const made = await runLLVM(args, files, { stdout: (bytes) => { if (bytes) printed.push(bytes.slice()); }, stderr: note, fetchProgress: () => {} });
    return { files: made, said, printed: Buffer.concat(printed) };
  } catch (error) {
    throw new Error(`${args.slice(-3).join(' ')}: ${said || error}`);
  }
}
async function commandOf(options) {
  const { said } = await llvm(['clang++', '-###', ...options], { 'INPUT.cpp': '', OBJECTS: '' });
  const line = said.split('\n').find((one) => one.startsWith(' "'));
  return [...line.matchAll(/ "((?:[^"\\]|\\.)*)"/g)].map(([, word]) => word).filter((word) => word !== '');
}
/** Without an option and its value. */
const without = (words, option) => words.filter((word, k) => word !== option && words[k - 1] !== option);

const kParts = ['course/reply.cpp', 'course/wire.cpp', 'platform/web/clock.cpp', 'scene/skeleton.cpp', 'rig/student/tasks.cpp', 'course/wasm/module.cpp',
  ...studentFiles.map((name) => `rig/student/${name}`)];

/** Fills `usr` and starts the compiler on it. Returns the names of the public headers and those of all own files. */
async function startCompiler() {
  fs.rmSync(work, { recursive: true, force: true });
  const all = new Set(), shown = new Set(), folder = path.join(work, 'clang');
  for (const made of [usr, folder]) fs.mkdirSync(made, { recursive: true });
  execFileSync('tar', ['-xf', path.join(clang, 'llvm-resources.tar'), '-C', usr, '--no-same-owner', '--wildcards', ...kNotNeeded.map((one) => `--exclude=${one}`)]);
  putGlm('glm');
  putOwn(kPublicHeader, shown);
  for (const name of kParts) putOwn(name, all);
  // What a check of the library finds is printed, as with Debian's compiler.
  put('include/__assertion_handler', '#pragma once\n#include <__verbose_abort>\n#define _LIBCPP_ASSERTION_HANDLER(message) _LIBCPP_VERBOSE_ABORT("%s", message)\n');
  pack(path.join(folder, 'llvm-resources.tar'));
  fs.copyFileSync(path.join(clang, 'bundle.js'), path.join(folder, 'bundle.mjs'));
  for (const name of wasmFiles) fs.symlinkSync(path.join(clang, name), path.join(folder, name));
  ({ runLLVM } = await import(pathToFileURL(path.join(folder, 'bundle.mjs'))));
  return { shown, all };
}

/** Compiles what never changes; the result is what the page has to know of it. */
async function compileParts() {
  const { shown, all } = await startCompiler();
  let compile = await commandOf([...kOptions, '-c', 'INPUT.cpp', '-o', 'OUTPUT']);
  for (const name of ['-main-file-name', '-o', '-x']) compile = without(compile, name);
  compile = compile.filter((word) => word !== 'INPUT.cpp');
  const link = await commandOf([...kModule, 'OBJECTS', '-o', 'OUTPUT']);
  const headerOnly = compile.filter((word) => word !== '-emit-obj'), objects = {}, pch = '/usr/marrow/student.pch';
  // To standard output: the compiler's file system takes a time that grows with the square of what is written.
  const { printed } = await llvm([...headerOnly, '-emit-pch', '-fno-pch-timestamp', '-o', '-', '-x', 'c++-header', `/usr/marrow/include/${kPublicHeader}`], {});
  put('student.pch', printed);
  for (const name of kParts) {
    const header = name.includes('/task') ? ['-include-pch', 'student.pch'] : [];
    const { files } = await llvm([...compile, ...header, '-o', 'made', '-x', 'c++', `/usr/marrow/include/${name}`], { 'student.pch': new Uint8Array(printed) });
    put(`${path.basename(name)}.o`, files.made);
    objects[path.basename(name)] = `/usr/marrow/${path.basename(name)}.o`;
  }
  for (const name of all) if (!shown.has(name)) fs.rmSync(path.join(own, 'include', name));
  return { compile, link, pch, objects };
}

/** compileParts() and its files in the site, unless they are there already, made of the same. */
async function parts() {
  const said = path.join(work, 'parts.json'), tar = path.join(out, 'llvm-resources.tar');
  const inputs = createHash('sha256').update([version, read(process.argv[1]), kCompile, kLink, ...kParts.map((name) => read(path.join(src, name))), read(path.join(src, 'rig/rig.h')), read(path.join(src, kPublicHeader))].join('\n')).digest('hex');
  if (fs.existsSync(said) && fs.existsSync(`${tar}.gz`) && JSON.parse(read(said)).inputs === inputs) return JSON.parse(read(said)).made;
  const begin = Date.now(), made = await compileParts();
  pack(tar);
  execFileSync('gzip', ['-9nf', tar]);
  fs.writeFileSync(said, JSON.stringify({ inputs, made }));
  console.log(`the course's parts were compiled in ${Math.round((Date.now() - begin) / 1000)} s`);
  return made;
}

/** The sheet: the students' page, without what it says of a desktop. */
function sheet() {
  const { marked } = require('marked');
  const desktop = /## Work and check[^]*?(?=## Spaces)/, handIn = /## Handing in[^]*?(?=# Extra)/;
  const text = read(path.join(src, 'rig/student/README.md'))
    .replace(desktop, '').replace(handIn, '')
    .replace(/\.\.\/\.\.\/\.\.\/media\/assignment\//g, 'course/').replace('(../rig.h)', '(#rig.h)')
    .replace(/^# The assignment.*\n/, '').replace(/^#+ /gm, '### ');
  return marked.parse(text, { gfm: true }).replace(/<table>/g, '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>').replace(/<\/table>/g, '</table></div>')
    .replace(/<pre>/g, '<pre tabindex="0">').replace(/<th><\/th>/g, '<td></td>').replace(/<h(\d)>(.*?)<\/h/g, (all, level, words) =>
      `<h${level} id="${words.toLowerCase().replace(/<.*?>/g, '').replace(/[^a-z0-9 ]/g, '').replace(/ /g, '-')}">${words}</h`);
}

/** name -> signature and explanation, for completion and as a tip. */
function contract() {
  const functions = {};
  for (const [, comment, result, name, parameters] of read(path.join(src, 'rig/rig.h')).matchAll(/((?: {2}\/\/\/[^\n]*\n)+) {2}([^;/]*?)\(\*(\w+)\)\(([^;]*?)\) = nullptr;/g))
    functions[name] = { signature: `${result.trim()} ${name}(${parameters.replace(/\s+/g, ' ')})`, says: comment.replace(/^ *\/\/\/ ?/gm, '').trim() };
  return functions;
}

/** Of the packages that the page consists of: all but those that only make it. */
function licenses() {
  const lock = JSON.parse(read(path.join(root, 'deps/course_page/package-lock.json'))).packages;
  return Object.entries(lock).filter(([where]) => where && !/esbuild|marked/.test(where)).map(([where, { version: its, license }]) => {
    const folder = path.join(root, 'deps/course_page', where), text = fs.readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    return `${where.replace('node_modules/', '')} ${its} (${license})\n\n${text ? read(path.join(folder, text)) : 'https://www.npmjs.com/package/' + where.replace('node_modules/', '')}`;
  }).join(`\n\n${'-'.repeat(80)}\n\n`);
}

fs.mkdirSync(out, { recursive: true });
const made = await parts();
for (const name of wasmFiles) {
  const packed = path.join(out, `${version}.${name}.gz`);
  if (!fs.existsSync(packed)) fs.writeFileSync(packed, execFileSync('gzip', ['-9nc', path.join(clang, name)], { maxBuffer: 1 << 28 }));
}
const sizes = Object.fromEntries(fs.readdirSync(out).filter((name) => name.endsWith('.gz')).map((name) => [name, fs.statSync(path.join(out, name)).size]));
const course = { stubs: Object.fromEntries(studentFiles.map((name) => [name, read(path.join(src, 'rig/student', name))])), header: read(path.join(src, 'rig/rig.h')), contract: contract() };
require('esbuild').buildSync({
  entryPoints: [path.join(src, 'web/course/course.js'), path.join(src, 'web/course/compiler.js')],
  bundle: true, minify: true, format: 'esm', outdir: out, nodePaths: [packages], external: ['node:*'], logLevel: 'warning',
  define: { kParts: JSON.stringify(made), kCompilerVersion: JSON.stringify(version), kPackedSizes: JSON.stringify(sizes), kCourse: JSON.stringify(course) },
});
for (const name of fs.readdirSync(path.join(root, 'media/assignment'))) fs.copyFileSync(path.join(root, 'media/assignment', name), path.join(out, name));
fs.copyFileSync(path.join(src, 'course/wasm/functions.mjs'), path.join(out, 'functions.js'));
const ownCourse = path.join(site, 'course.json');  // what a course chooses: nothing, until somebody puts another file there
if (!fs.existsSync(ownCourse)) fs.writeFileSync(ownCourse, '{}\n');
fs.writeFileSync(path.join(out, 'licenses.txt'), licenses());
fs.writeFileSync(path.join(site, 'course.html'), read(path.join(src, 'web/course/course.html')).replace('<!-- sheet -->', () => sheet()));
