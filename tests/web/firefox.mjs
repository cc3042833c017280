// The newcomer's path and the viewer in Debian's Firefox, over WebDriver BiDi. With a display: without one Firefox has no WebGL.
//   xvfb-run -a node firefox.mjs SITE [PICTURES]
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import assert from 'node:assert/strict';
import puppeteer from 'puppeteer-core';
import { serve } from './page.mjs';

const [, , given, pictures] = process.argv;
const here = path.dirname(new URL(import.meta.url).pathname);
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'firefox'));
const site = path.join(work, 'site'), downloads = path.join(work, 'downloads');
fs.cpSync(given, site, { recursive: true });
fs.mkdirSync(downloads);
fs.copyFileSync(path.join(here, '../../media/human.glb'), path.join(site, 'human.glb'));
const { server, address } = await serve(site);
const browser = await puppeteer.launch({
  browser: 'firefox', executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr', headless: false,
  env: { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1', MOZ_X11_EGL: '0' },
  extraPrefsFirefox: { 'webgl.force-enabled': true, 'webgl.disable-fail-if-major-performance-caveat': true, 'webgl.out-of-process': false, 'gfx.webrender.software': true,
    'gfx.x11-egl.force-disabled': true, 'security.sandbox.content.level': 0, 'browser.download.dir': downloads, 'browser.download.folderList': 2,
    'browser.helperApps.neverAsk.saveToDisk': 'application/octet-stream' },
});
const page = await browser.newPage();
await page.setViewport({ width: 1366, height: 768 });
const errors = [];
page.on('pageerror', (error) => errors.push(String(error).slice(0, 300)));
page.on('console', (line) => { if (line.type() === 'error') errors.push(line.text().slice(0, 300)); });
const look = async (of, name) => { if (pictures) await of.screenshot({ path: path.join(pictures, `firefox_${name}.png`) }); };
const state = () => page.evaluate(() => { try { return marrow.FS.readFile('/tmp/state', { encoding: 'utf8' }); } catch { return ''; } });
const lineOf = async (begin) => (await state()).split('\n').find((line) => line.startsWith(begin + ' ')).slice(begin.length + 1).split(' ').map(Number);
async function until(what, holds) {
  for (const end = Date.now() + 600000; Date.now() < end; await new Promise((done) => setTimeout(done, 100)))
    if (holds(await state())) return console.log(`ok: ${what}`);
  await look(page, 'failed');
  throw new Error(`waited for ${what}; the state is:\n${(await state()).slice(0, 2000)}`);
}
async function press(key, ...held) {
  for (const one of held) await page.keyboard.down(one);
  await page.keyboard.press(key);
  for (const one of held) await page.keyboard.up(one);
}
async function ready() {
  await page.waitForFunction(() => document.getElementById('cover').hidden || document.getElementById('cover').classList.contains('failed'), { timeout: 600000 });
  assert.ok(await page.$eval('#cover', (one) => one.hidden), await page.$eval('#words', (one) => one.textContent));
}

try {
  await page.goto(address + 'sub/path/?log-state');
  await ready();
  await until('the sample', (text) => /^name human.glb$/m.test(text));
  await page.mouse.click(...(await lineOf('joint forearm.L')).slice(0, 2));
  await until('a selection', (text) => /^selection forearm.L$/m.test(text) && /^handle z /m.test(text));
  const [x, y] = await lineOf('handle z');
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const step of [10, 20, 30, 40]) await page.mouse.move(x + step, y + step);
  await page.mouse.up();
  await until('a ring is dragged', (text) => /^step 1$/m.test(text) && /^label Rotate forearm.L/m.test(text));
  await press('z', 'Control');
  await until('undo', (text) => /^step 0$/m.test(text));
  await press('z', 'Control', 'Shift');
  await until('redo', (text) => /^step 1$/m.test(text));
  await press('Tab');
  await until('Rig', (text) => /^tab rig$/m.test(text));
  const [jointX, jointY] = await lineOf('joint forearm.L');
  await page.mouse.move(jointX + 60, jointY);
  await press('s');
  await until('the radius in hand', (text) => /^dragging 1$/m.test(text));
  for (const key of '0.123') await press(key);
  await press('Enter');
  await until('the radius', (text) => /^joint forearm.L .* 0.1230$/m.test(text));
  await look(page, 'posed');
  await press('s', 'Control');
  await until('a name is asked for', (text) => /^dialog browser$/m.test(text));
  await press('Enter');
  await until('saved', (text) => /^dirty 0$/m.test(text));
  for (const end = Date.now() + 600000; Date.now() < end && fs.readdirSync(downloads).length === 0;) await new Promise((done) => setTimeout(done, 100));
  assert.deepEqual(fs.readdirSync(downloads), ['human.glb']);
  await new Promise((done) => setTimeout(done, 1500));
  await page.reload();
  await ready();
  await until('the last file after a reload', (text) => /^joint forearm.L .* 0.1230$/m.test(text) && /^dirty 0$/m.test(text));
  assert.deepEqual(errors, []);

  const viewer = await browser.newPage();
  await viewer.setViewport({ width: 640, height: 480 });
  await viewer.goto(address + 'sub/path/viewer.html?open=human.glb');
  await viewer.waitForFunction(() => document.getElementById('words').hidden || document.getElementById('words').textContent !== 'Loading', { timeout: 600000 });
  assert.ok(await viewer.$eval('#words', (one) => one.hidden), await viewer.$eval('#words', (one) => one.textContent));
  await look(viewer, 'viewer');
  console.log('firefox: passed');
} finally {
  await browser.close();
  server.closeAllConnections();
  server.close();
  fs.rmSync(work, { recursive: true });
}
