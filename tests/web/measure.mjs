// Figures of the page: bytes, the first picture through a thin line, the same bytes as a desktop's, how long large files stop it.
//   node measure.mjs SITE MARROW        SITE: as run.sh builds it; MARROW: the desktop's program, for what is compared
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { serve, launch, watchFrames, Editor } from './page.mjs';

const [site, marrow] = process.argv.slice(2);
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'marrow-page-'));
const fetched = ['index.html', 'page.js', 'marrow.js.gz', 'marrow.worker.js', 'marrow.wasm.gz', 'marrow.data.gz', 'icon.svg'];
const bytes = fetched.map((name) => [name, fs.statSync(path.join(site, name)).size]);
const total = bytes.reduce((sum, [, size]) => sum + size, 0);
console.log(`bytes fetched: ${total} (${bytes.map(([name, size]) => `${name} ${size}`).join(', ')})`);

const browser = await launch();

// The driver's own start: a page that only clears a canvas.
const bare = await browser.newPage();
const began = Date.now();
await bare.setContent('<canvas id="c"></canvas><script>const gl = document.getElementById("c").getContext("webgl2"); gl.clear(gl.COLOR_BUFFER_BIT); gl.finish();</script>');
console.log(`an empty page with WebGL: ${Date.now() - began} ms`);
await bare.close();

for (const says of [false, true]) {
  const { server, address } = await serve(site, { bytesPerSecond: 10e6 / 8, says });
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const editor = new Editor(await context.newPage());
  const start = Date.now();
  await editor.open(address + '?log-state');
  const shown = Date.now() - start;
  const fetching = await editor.page.evaluate(() => performance.timeOrigin + Math.max(...performance.getEntriesByType('resource').filter((one) => one.name.endsWith('.gz')).map((one) => one.responseEnd))) - start;
  console.log(`10 Mbit/s, ${says ? 'the server says Content-Encoding' : 'the page unpacks'}: fetched after ${fetching.toFixed(0)} ms, first picture after ${shown} ms: ${(shown - fetching).toFixed(0)} ms beyond`);
  await context.close();
  server.closeAllConnections();
  server.close();
}

const { server, address } = await serve(site);
const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, acceptDownloads: true });
await context.addInitScript(() => { delete window.showSaveFilePicker; });
const editor = new Editor(await context.newPage());
const { page } = editor;
const frames = await watchFrames(page);
await editor.open(address + '?log-state');
await editor.until('the sample', (state) => /^name human.glb$/m.test(state));

/** Ctrl+S, the name that is offered, and what the browser hands out then. */
async function save(file) {
  await page.keyboard.press('Control+s');
  await editor.until('a name', (state) => /^dialog browser$/m.test(state));
  const download = page.waitForEvent('download', { timeout: 600000 });
  await page.keyboard.press('Enter');
  await (await download).saveAs(file);
}

/** JSON and numbers of a .glb, each accessor by what it is for. */
function parts(bytes) {
  const length = bytes.readUInt32LE(12), json = JSON.parse(bytes.toString('utf8', 20, 20 + length)), begin = 28 + length;
  const names = new Map();
  for (const mesh of json.meshes ?? []) for (const primitive of mesh.primitives) {
    if (primitive.indices !== undefined) names.set(primitive.indices, 'indices');
    for (const [name, accessor] of Object.entries(primitive.attributes)) names.set(accessor, name);
  }
  for (const skin of json.skins ?? []) names.set(skin.inverseBindMatrices, 'inverse bind matrices');
  const kKinds = { 5121: Uint8Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array };
  const kWide = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
  const numbers = (json.accessors ?? []).filter((accessor) => accessor.bufferView !== undefined).map((accessor, at) => {
    const view = json.bufferViews[accessor.bufferView], Kind = kKinds[accessor.componentType], count = accessor.count * kWide[accessor.type];
    const from = begin + (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
    return { name: names.get(at) ?? `accessor ${at}`, values: new Kind(Uint8Array.from(bytes.subarray(from, from + count * Kind.BYTES_PER_ELEMENT)).buffer) };
  });
  return { json: JSON.stringify(json), numbers };
}

/** What differs between two .glb of one layout, in words. */
function differences(a, b) {
  const [mine, theirs] = [parts(a), parts(b)];
  const found = mine.json === theirs.json ? [] : ['JSON'];
  mine.numbers.forEach(({ name, values }, n) => {
    const others = theirs.numbers[n]?.values ?? [];
    let count = 0, most = 0;
    values.forEach((value, k) => { count += value !== others[k]; most = Math.max(most, Math.abs(value - others[k])); });
    if (count > 0) found.push(`${count} of ${values.length} numbers of ${name}, by at most ${most.toExponential(1)}`);
  });
  return found.join('; ') || 'bytes that no accessor reads';
}

// The same file saved by both: the sample, posed by a typed angle.
await editor.turn('forearm.L', 'z', '30');
const saved = path.join(work, 'page.glb');
await save(saved);
const report = (file) => JSON.parse(execFileSync(marrow, ['report', file, '--json', '-'], { maxBuffer: 1 << 28 }).toString().replace(/^[^{]*/, ''));
const again = path.join(work, 'desktop.glb');
execFileSync(marrow, ['convert', saved, again]);
const mine = fs.readFileSync(saved), theirs = fs.readFileSync(again);
const firstOther = mine.findIndex((byte, at) => byte !== theirs[at]);
console.log(`saved by the page ${mine.length} bytes, by the desktop from it ${theirs.length}: ${firstOther < 0 && mine.length === theirs.length ? 'the same bytes' : `they differ from byte ${firstOther}: ${differences(mine, theirs)}`}`);
const sample = path.join(path.dirname(new URL(import.meta.url).pathname), '../../media/human.glb');
const posed = path.join(work, 'posed.glb');
execFileSync(marrow, ['pose', sample, '--joint', 'forearm.L', '--rotate', '0,0,1,30', '-o', posed]);
let worst = 0;
const [a, b] = [report(saved), report(posed)];
a.skeletons[0].joints.forEach((joint, j) => ['bind', 'posed', 'skinning'].forEach((name) => joint[name].forEach((value, k) => {
  worst = Math.max(worst, Math.abs(value - b.skeletons[0].joints[j][name][k]));
})));
console.log(`matrices of the page's pose against \`marrow pose --rotate 0,0,1,30\` (the sample's wave left out): at most ${worst.toExponential(2)}`);

// Large files are read and saved: how long does the page not respond?
const words = ({ count, waits, work, tasks }) => `${count} frames, the longest waits between two ${waits.join(', ')} ms; ` +
  `without what they waited for the drawing the longest took ${work.join(', ')} ms, tasks between them ${tasks.join(', ') || 'less than 50'} ms`;
for (const side of [500, 1000]) {
  const lines = [];
  for (let i = 0; i < side * side; ++i) lines.push(`v ${i % side / side} ${Math.sin(i / 9e3)} ${(i / side | 0) / side}`);
  for (let i = 0; i < side * (side - 1); ++i) if (i % side < side - 1) lines.push(`f ${i + 1} ${i + 2} ${i + side + 2} ${i + side + 1}`);
  const name = `plain_${side}.obj`;
  fs.writeFileSync(path.join(work, name), lines.join('\n'));
  const reading = Date.now();
  await page.setInputFiles('#files', path.join(work, name));
  await editor.press('Open');
  await frames();
  await editor.until('the large file', (state) => state.split('\n').includes(`name ${name}`));
  const there = Date.now() - reading;
  await page.waitForTimeout(3000);
  const read = await frames();
  const isolated = await page.evaluate(() => self.crossOriginIsolated);
  console.log(`a file of ${side * side} vertices, ${lines.length} lines: there after ${there} ms, ${isolated ? 'with' : 'without'} threads; ${words(read)}`);
  const saving = Date.now();
  await save(path.join(work, `plain_${side}.glb`));
  const kept = Date.now() - saving;
  await page.waitForTimeout(2000);
  const written = await frames();
  console.log(`it is saved, ${fs.statSync(path.join(work, `plain_${side}.glb`)).size} bytes: there after ${kept} ms; ${words(written)}`);
}

await browser.close();
server.closeAllConnections();
server.close();
fs.rmSync(work, { recursive: true });
