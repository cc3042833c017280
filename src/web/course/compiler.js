// The compiler in its Worker. A message with the text of each task's file is answered with one module of all functions, and with what is wrong with files.
import { progress } from './packed_files.js';  // first: it replaces fetch()
import { Exit, runLLVM } from '@yowasp/clang';

const kept = new Map();  // name of a file -> { text, object, messages }

async function llvm(args, files) {
  let said = '';
  const decoder = new TextDecoder(), note = (bytes) => { if (bytes) said += decoder.decode(bytes, { stream: true }); };
  try {
    return { files: await runLLVM(args, files, { stdout: note, stderr: note, fetchProgress() {} }), said, isGood: true };
  } catch (error) {
    if (error instanceof Exit) return { files: {}, said, isGood: false };
    return { files: {}, said: `${said}error: the compiler stopped (${error.message ?? error})\n`, isGood: false };
  }
}

async function compile(name, text) {
  if (kept.get(name)?.text === text) return;
  const usesHeader = text.includes('#include "rig/student/student.h"');
  const { files, said } = await llvm([...kParts.compile, ...usesHeader ? ['-include-pch', kParts.pch] : [], '-o', 'own.o', '-x', 'c++', name], { [name]: text });
  kept.set(name, { text, object: files['own.o'], said });
}

/** The module with these files' own objects, and stubs of the others. */
async function link(names) {
  const own = Object.fromEntries(names.map((name) => [`${name}.o`, kept.get(name).object]));
  const objects = Object.entries(kParts.objects).map(([name, stub]) => names.includes(name) ? `${name}.o` : stub);
  const args = kParts.link.flatMap((word) => word === 'OBJECTS' ? objects : word === 'OUTPUT' ? ['own.wasm'] : [word]);
  const { files, said } = await llvm(args, own);
  return { module: files['own.wasm'], said };
}

/** A file that compiles but does not fit the others is found by linking one after the other. */
async function linkAll(names) {
  const all = await link(names);
  if (all.module) return { module: all.module, refused: {} };
  const refused = {}, good = [];
  for (const name of names) {
    const { module, said } = await link([name]);
    if (module) good.push(name); else refused[name] = said;
  }
  const rest = await link(good);
  if (!rest.module) for (const name of good) refused[name] = rest.said;
  return { module: rest.module ?? (await link([])).module, refused };
}

self.onmessage = async ({ data: { texts } }) => {
  progress.note = ({ done, total }) => postMessage({ done, total });
  try {
    const begin = performance.now(), changed = Object.keys(texts);
    for (const [k, name] of changed.entries()) {
      postMessage({ compiling: name, number: k + 1, of: changed.length });
      await compile(name, texts[name]);
    }
    const { module, refused } = await linkAll(changed.filter((name) => kept.get(name).object));
    const messages = Object.fromEntries(changed.map((name) => [name, refused[name] ?? (kept.get(name).object ? '' : kept.get(name).said)]).filter(([, said]) => said));
    postMessage({ module, messages, milliseconds: performance.now() - begin });
  } catch (error) {
    postMessage({ problem: error.message ?? String(error) });
  }
};
