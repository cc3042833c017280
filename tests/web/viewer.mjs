// The viewer alone, as a shared page and as ?embed: turned by pointer, fingers and keys, played, and given what it cannot read.
//   node viewer.mjs SITE [PICTURES]
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import assert from 'node:assert/strict';
import { serve, launch } from './page.mjs';

const [, , site, pictures] = process.argv;
const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const media = path.join(here, '../../media');
const data = path.join(here, '../../../shared/data/gltf');
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'viewer'));
fs.cpSync(site, work, { recursive: true });
for (const name of ['human.glb', 'bar.glb']) fs.copyFileSync(path.join(media, name), path.join(work, name));
fs.writeFileSync(path.join(work, 'broken.glb'), 'glTF but not really');

const { server, address } = await serve(work);
const browser = await launch();
const errors = [];

async function show(where, options = {}) {
  const page = await browser.newPage({ viewport: { width: 640, height: 480 }, ...options });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (line) => { if (['error', 'warning'].includes(line.type()) && !/status of 404|favicon/.test(line.text())) errors.push(line.text()); });
  await page.goto(where);
  await page.waitForFunction(() => document.getElementById('words').hidden || document.getElementById('words').textContent !== 'Loading', null, { timeout: 600000 });
  return page;
}
const canvas = (page) => page.locator('#canvas').screenshot();
async function look(page, name) { if (pictures) await page.screenshot({ path: path.join(pictures, `viewer_${name}.png`) }); }
async function until(page, problem, holds) {
  for (const end = Date.now() + 600000; Date.now() < end; await page.waitForTimeout(50))
    if (await holds()) return;
  assert.fail(problem);
}
async function changes(page, what, act) {
  const before = await canvas(page);
  await act();
  await until(page, `${what} changed nothing in the picture`, async () => !before.equals(await canvas(page)));
}
const becomes = (page, picture, problem) => until(page, problem, async () => picture.equals(await canvas(page)));

try {
  // ?embed on the site's own page leads here; a caption.
  let page = await show(`${address}sub/path/?embed&open=human.glb&caption=A+body+of+%3Ccapsules%3E&show=mesh,capsules,joints`);
  assert.match(page.url(), /sub\/path\/viewer\.html\?/);
  assert.ok(await page.isHidden('#words'), await page.textContent('#words'));
  assert.equal(await page.textContent('#caption'), 'A body of <capsules>');
  await look(page, 'embed');
  const first = await canvas(page);
  await changes(page, 'a drag', async () => {
    await page.mouse.move(300, 200);
    await page.mouse.down();
    await page.mouse.move(400, 220, { steps: 4 });
    await page.mouse.up();
  });
  await changes(page, 'the wheel', () => page.mouse.wheel(0, -300));
  await changes(page, 'a pan', async () => {
    await page.keyboard.down('Shift');
    await page.mouse.down();
    await page.mouse.move(300, 200, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
  });
  await changes(page, 'an arrow key', () => page.keyboard.press('ArrowLeft'));
  await page.click('#home');
  await page.mouse.move(2, 2);
  await page.locator('#canvas').evaluate((one) => one.blur());
  await becomes(page, first, 'Reset view gave another picture than the first one');
  await changes(page, 'another size', () => page.setViewportSize({ width: 390, height: 300 }));
  await look(page, 'small');
  // A lost context comes back with the same picture.
  const kept = await canvas(page);
  await page.evaluate(() => new Promise((done) => {
    const lose = document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
    document.getElementById('canvas').addEventListener('webglcontextrestored', () => setTimeout(done, 300));
    lose.loseContext();
    setTimeout(() => lose.restoreContext(), 100);
  }));
  await becomes(page, kept, 'the picture is another one after the context came back');
  assert.equal(await page.getAttribute('#more', 'href'), './?open=human.glb');
  await page.close();

  // The scene behind #.
  const packed = zlib.gzipSync(fs.readFileSync(path.join(media, 'bar.glb'))).toString('base64url');
  page = await show(`${address}viewer.html#scene=${packed}`);
  assert.ok(await page.isHidden('#words'), await page.textContent('#words'));
  await look(page, 'fragment');
  await page.close();

  // Two fingers.
  page = await show(`${address}viewer.html?open=human.glb`, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 3 });
  await look(page, 'phone');
  await changes(page, 'two fingers', async () => {
    const send = (await page.context().newCDPSession(page));
    const fingers = (y) => [{ x: 150, y: 400 - y, id: 0 }, { x: 200, y: 400 + y, id: 1 }];
    await send.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) });
    for (const y of [60, 90, 120]) await send.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(y) });
    await send.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  });
  await page.close();

  // A motion.
  const walker = path.join(data, 'kaykit_Knight.glb');
  if (fs.existsSync(walker)) {
    fs.copyFileSync(walker, path.join(work, 'knight.glb'));
    page = await show(`${address}viewer.html?open=knight.glb&caption=Knight`);
    await changes(page, 'play', async () => { await page.click('#play'); await page.waitForTimeout(500); });
    assert.equal(await page.getAttribute('#play', 'aria-label'), 'Pause');
    await page.click('#play');
    await changes(page, 'another motion', () => page.selectOption('#motion', '1'));
    await changes(page, 'another time', () => page.fill('#time', '0.5'));
    await look(page, 'motion');
    await page.close();
  } else {
    console.log('skipped: a motion (no shared data)');
  }

  // Problems are reported.
  const said = async (where) => { const page = await show(address + where); const words = await page.textContent('#words'); await page.close(); return words; };
  assert.match(await said('viewer.html'), /\?open=FILE/);
  assert.match(await said('viewer.html?open=none.glb'), /none\.glb: the server answered 404/);
  assert.match(await said('viewer.html?open=broken.glb'), /broken\.glb cannot be shown/);
  assert.match(await said('viewer.html#scene=AAAA'), /cannot be shown/);
  assert.deepEqual(errors, []);
  console.log('viewer: passed');
} finally {
  await browser.close();
  server.close();
  fs.rmSync(work, { recursive: true });
}
