// The course's judge (src/web/judge) in Node.js gives the same results, word by word, as `marrow grade --wasm`.   node course_judge.mjs JUDGE MARROW [DATA]
//   JUDGE: judge.js; MARROW: the program; DATA: a folder of wrong submissions
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import vm from 'node:vm';
import { DebianCompiler, root, solution, stubs, wrongOnes } from './submissions.mjs';

const [script, marrow, data = path.join(root, 'shared/data/course')] = process.argv.slice(2), kSeed = 5, kSeconds = 10;
// Those that are hostile, or never return, need the page's Workers: course.mjs.
const kWrong = ['generic', 'misleading', 'passed_though_wrong'];
const hasCompiler = (process.env.PATH ?? '').split(':').some((folder) => fs.existsSync(path.join(folder, 'clang++')));
for (const [isThere, words] of [[fs.existsSync(script), `${script} is not built`], [fs.existsSync(marrow), `${marrow} is not built`], [hasCompiler, 'clang++ is not installed']])
  if (!isThere) { console.log(`skipped: ${words}`); process.exit(77); }
Object.assign(globalThis, { self: globalThis, location: { href: 'http://localhost/judge.js' }, importScripts() {} });
vm.runInThisContext(fs.readFileSync(script, 'utf8'));
const library = await import(path.join(root, 'src/course/wasm/functions.mjs'));
const program = new WebAssembly.Module(fs.readFileSync(script.replace(/js$/, 'wasm')));
assert.doesNotMatch(fs.readFileSync(`${script}.symbols`, 'utf8'), /marrow::(solution|fast)::/, 'the judge holds no solution');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'course-judge-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
const submissions = [{ name: 'stubs', texts: stubs }, ...[solution()].filter(Boolean).map((texts) => ({ name: 'solution', texts })), ...kWrong.flatMap((kind) => [...wrongOnes(path.join(data, kind))].map((one) => ({ ...one, name: `${kind}.${one.name}` })))];
if (!fs.existsSync(data)) console.log(`skipped: the wrong submissions of ${data}, which is not there`);
for (const { name, texts } of submissions.slice(1)) {
  fs.mkdirSync(path.join(folder, 'class', name), { recursive: true });
  for (const [file, text] of Object.entries(texts)) fs.writeFileSync(path.join(folder, 'class', name, file), text);
}
execFileSync(marrow, ['grade', '--submissions', path.join(folder, 'class'), '--wasm', '--out-dir', path.join(folder, 'out'), '--source', root, '--seed', String(kSeed),
  '--seconds', String(kSeconds)], { stdio: ['ignore', 'ignore', 'inherit'] });

/** Of a class, what is as it was handed out is not run. */
function resultsOfStubs() {
  const out = path.join(folder, 'stubs.json');
  try {
    execFileSync(marrow, ['grade', '--seed', String(kSeed), '--json', out], { stdio: 'ignore' });
  } catch { /* status 1: some fail */ }
  return fs.readFileSync(out, 'utf8');
}

/** Without what differs from run to run and with a check's speed: times, lines of the library's own sources, digits after the fourth. */
const comparable = (output) => output.replace(/-?\d+\.\d+(e-?\d+)?/g, (number) => Number(number).toPrecision(4)).replace(/[\d.e+]+ ms/g, 'N ms').replace(/\n?printed [^]*$/, '').replace(/\ngot +\w+ took [^]*$/, '');
fs.mkdirSync(path.join(folder, 'objects'));
const compiler = new DebianCompiler(path.join(folder, 'objects'));
let compared = 0, differences = 0;
for (const { name, texts } of submissions) {
  const native = JSON.parse(name === 'stubs' ? resultsOfStubs() : fs.readFileSync(path.join(folder, 'out', name, 'results.json'), 'utf8'));
  const code = new WebAssembly.Module(compiler.module(texts));
  const judge = await self.startJudge({ program, code, library, notice() {} });
  const tasks = new Set(Object.keys(texts).filter((file) => name === 'stubs' || texts[file] !== stubs[file]).map((file) => file[4]));
  for (const expected of native.tests) {
    if (!tasks.has(expected.number)) continue;  // as it was handed out
    const got = judge.run(expected.name, kSeed, kSeconds);
    ++compared;
    if (got.status === expected.status && comparable(got.output) === comparable(expected.output) && got.max_score === expected.max_score) continue;
    ++differences;
    console.log(`${name}: ${expected.name}\n--- marrow grade --wasm: ${expected.status}\n${expected.output}\n--- the page's judge: ${got.status}\n${got.output}`);
  }
}
const late = (await self.startJudge({ program, code: null, library, notice() {} })).timedOut('task3.vertex_exactly_at_radius', 'find_joints', 10);
assert.equal(late.verdict, 'timed out');
assert.match(late.output, /find_joints did not return within 10 s/);
// A course's choices: read, refused, and followed.
const course = fs.readFileSync(path.join(root, 'media/courses/row_vectors.json'), 'utf8'), code = new WebAssembly.Module(compiler.module(solution() ?? stubs));
await assert.rejects(self.startJudge({ program, code, library, notice() {}, course: '{"weights": "none"}' }), /course\.json: \/weights: expected inverse or linear/);
const ofRows = await self.startJudge({ program, code, library, notice() {}, course }), list = ofRows.list();
assert.ok(list.has_rows);
assert.match(list.course.join('\n'), /K_j = B_j\^-1 C_j and v' = v K/);
assert.match(ofRows.run('task1.posed_by_hand', kSeed, kSeconds).output, solution() ? /that of column vectors.*C_j = Ul_j L_j C_p\(j\)/ : /C_j = Ul_j L_j C_p\(j\)/);
console.log(`${compared} results of ${submissions.length} submissions compared, ${differences} differ`);
assert.ok(compared > 80);
process.exitCode = differences > 0 ? 1 : 0;
