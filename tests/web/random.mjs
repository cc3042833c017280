// Minutes of random input: what grows? What the program has in use is asked before and after with the same scene, newly opened: only what was lost is more.
//   node random.mjs SITE [SECONDS]      SITE: as run.sh builds it
import path from 'node:path';
import { serve, launch, watchFrames, Editor } from './page.mjs';

const [site, seconds = '60'] = process.argv.slice(2);
const sample = path.join(path.dirname(new URL(import.meta.url).pathname), '../../media/human.glb');
const { server, address } = await serve(site);
const browser = await launch();
const hands = new Editor(await (await browser.newContext({ viewport: { width: 1366, height: 768 } })).newPage());
const handFrames = await watchFrames(hands.page);
await hands.open(address + '?log-state');
hands.page.on('dialog', (dialog) => dialog.dismiss());
let random = 12345;
const next = (most) => { random = (random * 1103515245 + 12345) & 0x7fffffff; return (random >> 8) % most; };
const keys = ['g', 'r', 's', 't', 'Tab', 'Escape', 'Enter', 'Control+z', 'Control+Shift+z', 'f', 'x', 'y', 'z', 'Home', 'a', '1', '3', '7', 'Delete'];

/** Keys, clicks, wheel and drags over the picture and what is below it. How many. */
async function play(seconds) {
  const anywhere = () => [270 + next(760), 50 + next(700)];
  let inputs = 0;
  for (const end = Date.now() + 1000 * seconds; Date.now() < end; ++inputs) {
    await hands.page.evaluate(() => new Promise(requestAnimationFrame));  // a hand is no faster than the picture
    const what = next(4);
    if (what === 0) await hands.page.keyboard.press(keys[next(keys.length)]);
    else if (what === 1) await hands.page.mouse.click(...anywhere());
    else if (what === 2) await hands.page.mouse.wheel(0, next(2) ? 120 : -120);
    else {
      await hands.page.mouse.move(...anywhere());
      await hands.page.mouse.down({ button: next(3) ? 'left' : 'middle' });
      await hands.page.mouse.move(...anywhere(), { steps: 3 });
      await hands.page.mouse.up();
      await hands.page.mouse.up({ button: 'middle' });
    }
  }
  return inputs;
}

/** Bytes of the program's memory that something stands in. */
const inUse = () => hands.page.evaluate(() => {
  const kUsed = 7;  // uordblks among the 32-bit fields of mallinfo
  const at = marrow._malloc(64);
  marrow._mallinfo(at);
  const used = new Uint32Array(marrow.HEAPU8.buffer, at, 16)[kUsed];
  marrow._free(at);
  return used;
});

/** The sample, newly opened, and at rest: frames that the program has drawn, bytes that it has in use and holds, bytes of scripts. */
async function opened() {
  const frames = async () => Number((await hands.line('frames'))[0]);
  for (let n = 0; n < 3; ++n) await hands.page.keyboard.press('Escape');
  await hands.page.waitForTimeout(2000);
  const before = await frames();
  await hands.page.setInputFiles('#files', sample);
  await hands.press('Open');
  await hands.page.waitForTimeout(2000);
  if (/^spot .* Discard$/m.test(await hands.state())) await hands.press('Discard');
  await hands.until('the sample', (state) => Number(/^frames (\d+)/m.exec(state)?.[1]) > before && /^name human.glb$/m.test(state) && /^step 0$/m.test(state));
  await hands.page.waitForTimeout(2000);
  const bytes = await hands.page.evaluate(() => ({ held: marrow.HEAPU8.length, scripts: performance.memory ? performance.memory.usedJSHeapSize : 0 }));
  return { ...bytes, used: await inUse(), frames: await frames() };
}

await play(Math.min(20, Number(seconds)));  // what is made once, and kept
const first = await opened();
await handFrames();
const inputs = await play(Number(seconds));
const shown = await handFrames();
const last = await opened();
const change = (name) => `${(first[name] / 1048576).toFixed(1)} MB, then ${(last[name] / 1048576).toFixed(1)} MB`;
console.log(`${inputs} random inputs in ${seconds} s: ${shown.count} frames of the browser, ${last.frames - first.frames} drawn by the program, the longest waits between two ${shown.waits.join(', ')} ms`);
console.log(`the same scene before and after: in use ${change('used')} (${last.used - first.used} bytes more), held ${change('held')}, scripts ${change('scripts')}; errors: ${hands.errors.length} ${hands.errors.slice(0, 5).join(' | ')}`);
await browser.close();
server.closeAllConnections();
server.close();
