// A page with the editor in Debian's Chromium, as a person uses it: mouse, keys, files. The editor reports its state in the state log.
import { chromium } from 'playwright-core';
import http from 'node:http';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Hands out a folder, each byte no sooner than at `bytesPerSecond`. `says`: Content-Encoding of .gz files is said. */
export function serve(folder, { bytesPerSecond = 0, says = false } = {}) {
  const kTypes = { '.html': 'text/html', '.js': 'text/javascript', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };
  const server = http.createServer((request, response) => {
    let name = decodeURIComponent(new URL(request.url, 'http://x').pathname).replace(/^\/sub\/path/, '');
    if (name.endsWith('/')) name += 'index.html';
    const file = path.join(folder, path.normalize(name));
    if (!fs.existsSync(file)) { response.writeHead(404).end(); return; }
    const headers = { 'Content-Type': kTypes[path.extname(file)] ?? 'application/octet-stream' };
    if (says && file.endsWith('.gz')) headers['Content-Encoding'] = 'gzip';
    response.writeHead(200, headers);
    const bytes = fs.readFileSync(file);
    if (!bytesPerSecond) { response.end(bytes); return; }
    let sent = 0;
    const timer = setInterval(() => {
      const next = Math.min(bytes.length, sent + bytesPerSecond / 20);
      response.write(bytes.subarray(sent, next));
      if ((sent = next) === bytes.length) { clearInterval(timer); response.end(); }
    }, 50);
  });
  return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready({ server, address: `http://127.0.0.1:${server.address().port}/` })));
}

/** SwiftShader by name, else a page may be drawn by nothing and a test pass on it. */
export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] });

/** Before a page is opened: notes of each frame how long after the last it came, and how long its scripts took without what they waited for the picture's
 *  drawing: under a software renderer that is nearly all. `frames()` takes the longest of both, and of tasks between frames, since it was called last. */
export async function watchFrames(page) {
  await page.addInitScript(() => {
    let waited = 0, last = performance.now();
    window.frames_seen = { count: 0, waits: [], work: [], spans: [], tasks: [] };
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) window.frames_seen.tasks.push([startTime, startTime + duration]);
    }).observe({ type: 'longtask' });
    for (const name of ['getParameter', 'getError', 'readPixels', 'finish', 'checkFramebufferStatus', 'getBufferParameter', 'getProgramParameter', 'getShaderParameter', 'getSyncParameter']) {
      const own = WebGL2RenderingContext.prototype[name];
      WebGL2RenderingContext.prototype[name] = function (...values) {
        const begin = performance.now();
        const result = own.apply(this, values);
        waited += performance.now() - begin;
        return result;
      };
    }
    const own = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (step) => own((now) => {
      const begin = performance.now(), before = waited;
      step(now);
      const end = performance.now();
      window.frames_seen.count += 1;
      window.frames_seen.waits.push(begin - last);
      window.frames_seen.work.push(end - begin - (waited - before));
      window.frames_seen.spans.push([begin, end]);
      last = begin;
    });
  });
  return () => page.evaluate(() => {
    const seen = window.frames_seen;
    window.frames_seen = { count: 0, waits: [], work: [], spans: [], tasks: [] };
    const longest = (of) => of.sort((a, b) => b - a).slice(0, 4).map((one) => Math.round(one));
    const between = seen.tasks.filter(([begin, end]) => !seen.spans.some((span) => span[0] < end && begin < span[1]));
    return { count: seen.count, waits: longest(seen.waits), work: longest(seen.work), tasks: longest(between.map(([begin, end]) => end - begin)) };
  });
}

export class Editor {
  constructor(page) {
    this.page = page;
    this.errors = [];
    page.on('console', (line) => { if (['error', 'warning'].includes(line.type()) && !/service worker/i.test(line.text())) this.errors.push(line.text().slice(0, 300)); });
    page.on('pageerror', (error) => this.errors.push(String(error).slice(0, 300)));
  }
  async open(address) {
    await this.page.goto(address);
    await this.ready();
  }
  async ready() {
    await this.page.waitForFunction(() => document.getElementById('cover').hidden || document.getElementById('cover').classList.contains('failed'), null, { timeout: 600000 });
    if (!await this.page.evaluate(() => document.getElementById('cover').hidden)) throw new Error(await this.page.textContent('#words'));
  }
  state() {
    return this.page.evaluate(() => { try { return marrow.FS.readFile('/tmp/state', { encoding: 'utf8' }); } catch { return ''; } });
  }
  /** The state once `holds` of it; it is written whenever the editor has come to rest. */
  async until(what, holds, seconds = 600) {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end; await this.page.waitForTimeout(50)) {
      const state = await this.state();
      if (holds(state)) return state;
    }
    throw new Error(`waited for ${what}; the state is:\n${(await this.state()).slice(0, 3000)}`);
  }
  /** Fields of the first line that begins with these words. */
  async line(begin) {
    const line = (await this.state()).split('\n').find((one) => one.startsWith(begin + ' '));
    return line ? line.slice(begin.length + 1).split(' ') : null;
  }
  async click(at, options) { await this.page.mouse.click(Number(at[0]), Number(at[1]), options); }
  /** A button, by the words on it, once it is there. */
  async press(words) {
    const lines = (state) => state.split('\n').filter((one) => one.startsWith('spot ') && one.split(' ').slice(3).join(' ') === words);
    const state = await this.until(words, (state) => lines(state).length > 0);
    await this.click(lines(state)[0].split(' ').slice(1));
  }
  /** Selects a joint and turns it by a typed angle: R, keys, Enter. */
  async turn(joint, ...keys) {
    await this.click(await this.line(`joint ${joint}`));
    await this.until('a selection', (state) => state.split('\n').includes(`selection ${joint}`));
    await this.page.keyboard.press('r');
    await this.until('the joint in hand', (state) => /^dragging 1$/m.test(state));
    for (const key of keys) await this.page.keyboard.type(key);
    await this.page.keyboard.press('Enter');
    await this.until('unsaved work', (state) => /^dirty 1$/m.test(state));
  }
}

/** The editor of a site in a browser, for a test: `run(test)` does it, takes a picture where it fails, and ends all. Pickers of the browser's own cannot be
 *  driven from here; the roads that all browsers have can. `look(name)` keeps a picture in PICTURES, if that is given. */
export async function startEditor(name, site, pictures) {
  const { server, address } = await serve(site);
  const browser = await launch();
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, acceptDownloads: true, permissions: ['clipboard-read', 'clipboard-write'] });
  await context.addInitScript(() => { delete window.showOpenFilePicker; delete window.showSaveFilePicker; });
  const editor = new Editor(await context.newPage());
  const look = async (what, page = editor.page) => { if (pictures) await page.screenshot({ path: path.join(pictures, `${name}_${what}.png`) }); };
  async function run(test) {
    try {
      await test();
      console.log(`${name}: passed`);
    } catch (error) {
      console.log(`FAILED: ${error.message}`, editor.errors.slice(0, 5));
      await editor.page.screenshot({ path: path.join(pictures ?? os.tmpdir(), `${name}_failed.png`) });
      process.exitCode = 1;
    } finally {
      await browser.close();
      server.close();
    }
  }
  return { server, address, browser, context, editor, page: editor.page, look, ok: (what) => console.log(`ok: ${what}`), run };
}
