// The compiler in its Worker. It gets the text of each task's file, and answers with a module of all functions and the compiler's messages.
import { progress } from './packed_files.js';  // imported first, because it replaces fetch()
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

/** Links the objects of these files with the stubs of the others to a module. */
async function link(names) {
  const own = Object.fromEntries(names.map((name) => [`${name}.o`, kept.get(name).object]));
  const objects = Object.entries(kParts.objects).map(([name, stub]) => names.includes(name) ? `${name}.o` : stub);
  const args = kParts.link.flatMap((word) => word === 'OBJECTS' ? objects : word === 'OUTPUT' ? ['own.wasm'] : [word]);
  const { files, said } = await llvm(args, own);
  return { module: files['own.wasm'], said };
}

/** If linking fails, links each file alone with the stubs, to find those that compile but do not fit. */
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
