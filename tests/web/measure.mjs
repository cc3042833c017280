// Figures of the page: bytes, the first picture through a thin line, the same bytes and picture as a desktop's, minutes of random input.
//   node measure.mjs SITE MARROW [SECONDS_OF_RANDOM_INPUT]        MARROW: the desktop's program, for what is compared
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { serve, launch, watchFrames, Editor } from './page.mjs';

const [site, marrow, seconds = '60'] = process.argv.slice(2);
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

// The same file saved by both: the sample, posed by a typed angle.
await editor.turn('forearm.L', 'z', '30');
await page.keyboard.press('Control+s');
await editor.until('a name', (state) => /^dialog browser$/m.test(state));
const download = page.waitForEvent('download');
await page.keyboard.press('Enter');
const saved = path.join(work, 'page.glb');
await (await download).saveAs(saved);
const report = (file) => JSON.parse(execFileSync(marrow, ['report', file, '--json', '-'], { maxBuffer: 1 << 28 }).toString().replace(/^[^{]*/, ''));
const again = path.join(work, 'desktop.glb');
execFileSync(marrow, ['convert', saved, again]);
const mine = fs.readFileSync(saved), theirs = fs.readFileSync(again);
const firstOther = mine.findIndex((byte, at) => byte !== theirs[at]);
console.log(`saved by the page ${mine.length} bytes, by the desktop from it ${theirs.length}: ${firstOther < 0 && mine.length === theirs.length ? 'the same bytes' : `they differ from byte ${firstOther}`}`);
const sample = path.join(path.dirname(new URL(import.meta.url).pathname), '../../media/human.glb');
const posed = path.join(work, 'posed.glb');
execFileSync(marrow, ['pose', sample, '--joint', 'forearm.L', '--rotate', '0,0,1,30', '-o', posed]);
let worst = 0;
const [a, b] = [report(saved), report(posed)];
a.skeletons[0].joints.forEach((joint, j) => ['bind', 'posed', 'skinning'].forEach((name) => joint[name].forEach((value, k) => {
  worst = Math.max(worst, Math.abs(value - b.skeletons[0].joints[j][name][k]));
})));
console.log(`matrices of the page's pose against \`marrow pose --rotate 0,0,1,30\` (the sample's wave left out): at most ${worst.toExponential(2)}`);

// Large files are read: how long does the page stand still?
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
  await editor.until('the large file', (state) => state.split('\n').includes(`name ${name}`), 120);
  const there = Date.now() - reading;
  await page.waitForTimeout(3000);
  const { count, waits, work: own } = await frames();
  const isolated = await page.evaluate(() => self.crossOriginIsolated);
  console.log(`a file of ${side * side} vertices, ${lines.length} lines: there after ${there} ms, ${isolated ? 'with' : 'without'} threads; ${count} frames, the longest waits between two ${waits.join(', ')} ms; without what they waited for the drawing the longest took ${own.join(', ')} ms`);
}

// Random input: what grows?
await context.close();
const hands = new Editor(await (await browser.newContext({ viewport: { width: 1366, height: 768 } })).newPage());
await hands.open(address + '?log-state');
const memory = () => hands.page.evaluate(() => ({ heap: marrow.HEAPU8.length, used: performance.memory ? performance.memory.usedJSHeapSize : 0 }));
const before = await memory();
let random = 12345;
const next = (most) => { random = (random * 1103515245 + 12345) & 0x7fffffff; return random % most; };
const keys = ['g', 'r', 's', 'Tab', 'Escape', 'Enter', 'Control+z', 'Control+Shift+z', 'f', 'x', 'y', 'z', 'Home', 'a', '1', '3', '7', 'Delete'];
hands.page.on('dialog', (dialog) => dialog.dismiss());
let inputs = 0;
for (const end = Date.now() + 1000 * Number(seconds); Date.now() < end; ++inputs) {
  await hands.page.evaluate(() => new Promise(requestAnimationFrame));  // a hand is no faster than the picture
  const what = next(4);
  if (what === 0) await hands.page.keyboard.press(keys[next(keys.length)]);
  else if (what === 1) await hands.page.mouse.click(270 + next(760), 50 + next(540));
  else if (what === 2) await hands.page.mouse.wheel(0, next(2) ? 120 : -120);
  else {
    await hands.page.mouse.move(270 + next(760), 50 + next(540));
    await hands.page.mouse.down({ button: next(3) ? 'left' : 'middle' });
    await hands.page.mouse.move(270 + next(760), 50 + next(540), { steps: 3 });
    await hands.page.mouse.up();
    await hands.page.mouse.up({ button: 'middle' });
  }
}
await hands.page.keyboard.press('Escape');
const after = await memory();
const drawn = /^frames (\d+)/m.exec(await hands.until('a rest', (state) => /^frames/m.test(state), 60))[1];
console.log(`${inputs} random inputs in ${seconds} s, ${drawn} frames: memory of the program ${before.heap >> 20} MB, then ${after.heap >> 20} MB; of scripts ${before.used >> 20} MB, then ${after.used >> 20} MB; errors: ${hands.errors.length}`);
await browser.close();
server.closeAllConnections();
server.close();
fs.rmSync(work, { recursive: true });
