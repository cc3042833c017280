// The zip to hand in, which `marrow grade --submissions` reads, and opening one.
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

const kMost = 1 << 20;  // bytes of a file, as in `marrow grade`

export function zipOf(texts) {
  return new Blob([zipSync(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, [strToU8(text), { mtime: new Date() }]])))], { type: 'application/zip' });
}

/** name -> text of the task files in zips and C++ files, by task number. Throws an Error with the reason. */
export async function readHandIn(files, stubNames) {
  const found = {};
  const take = (path, bytes) => {
    const name = path.split('/').pop(), task = name.match(/^task(\d)_.*\.cpp$/)?.[1], own = stubNames.find((stub) => stub[4] === task);
    if (!own || /__MACOSX/.test(path)) return;
    if (bytes.length > kMost) throw new Error(`${name} is larger than 1 MB; a task's file has some hundred lines`);
    if (own in found && found[own] !== strFromU8(bytes)) throw new Error(`there are two different files for task ${task}`);
    found[own] = strFromU8(bytes);
  };
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!/\.zip$/i.test(file.name)) { take(file.name, bytes); continue; }
    let entries;
    try {
      entries = unzipSync(bytes, { filter: ({ name, originalSize }) => /task\d_.*\.cpp$/.test(name) && originalSize <= 2 * kMost });
    } catch {
      throw new Error(`${file.name} is not a zip, or is damaged`);
    }
    for (const [path, content] of Object.entries(entries)) take(path, content);
  }
  if (Object.keys(found).length === 0) throw new Error('there is no taskN_*.cpp in it: choose a zip of this page, or those files');
  return found;
}
