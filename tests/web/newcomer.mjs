// What a newcomer does in a page: open, pose, undo, a radius, save, load the page again, recover; then files by button, drop and address,
// the clipboard, a lost picture, no network, a second tab.   node newcomer.mjs SITE [PICTURES]
import fs from 'node:fs';
import path from 'node:path';
import assert from 'node:assert/strict';
import { startEditor, Editor } from './page.mjs';

const [site, pictures] = process.argv.slice(2);
const media = path.join(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '../../media');
const { server, address, browser, context, editor, page, look, ok, run } = await startEditor('newcomer', site, pictures);

await run(async () => {
  await editor.open(address + 'sub/path/?log-state');
  await editor.until('the sample', (state) => /^name human.glb$/m.test(state));
  assert.equal(await page.evaluate(() => marrow._marrow_has_unsaved_work()), 0, 'the wave at the start is no work of the user');
  ok('the sample is open, below a path');
  await look('start');

  await editor.click(await editor.line('joint forearm.L'));
  await editor.until('a selection', (state) => /^selection forearm.L$/m.test(state) && /^handle z /m.test(state));
  const [x, y] = (await editor.line('handle z')).map(Number);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const step of [10, 20, 30, 40]) await page.mouse.move(x + step, y + step);
  await page.mouse.up();
  await editor.until('one step', (state) => /^step 1$/m.test(state) && /^label Rotate forearm.L/m.test(state));
  ok('a ring is dragged');
  await page.keyboard.press('Control+z');
  await editor.until('undo', (state) => /^step 0$/m.test(state));
  await page.keyboard.press('Control+Shift+z');
  await editor.until('redo', (state) => /^step 1$/m.test(state));
  ok('undo and redo');
  await look('posed');

  await page.keyboard.press('Tab');
  await editor.until('Rig', (state) => /^tab rig$/m.test(state));
  const [jx, jy] = (await editor.line('joint forearm.L')).map(Number);
  await page.mouse.move(jx + 60, jy);
  await page.keyboard.press('s');
  await editor.until('the radius in hand', (state) => /^dragging 1$/m.test(state));
  await page.keyboard.type('0.123');
  await page.keyboard.press('Enter');
  await editor.until('the radius', (state) => /^joint forearm.L .* 0.1230$/m.test(state));
  ok('a radius is typed');

  await page.keyboard.press('d');
  await editor.until('the brush', (state) => /^tool paint$/m.test(state));
  const [cx, cy] = (await editor.line('joint chest')).map(Number);
  await page.mouse.move(cx, cy);
  await page.mouse.down();
  for (const step of [5, 10, 15, 20]) await page.mouse.move(cx, cy + step);
  await page.mouse.up();
  await editor.until('a stroke', (state) => /^label Paint forearm.L: Add, /m.test(state));
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Alt+b');
  await editor.until('through the body', (state) => /^label Distance/m.test(state));
  await page.keyboard.press('Control+z');
  await editor.until('taken back', (state) => /^joint forearm.L .* 0.1230$/m.test(state) && !/^label (Paint|Distance)/m.test(state));
  await page.keyboard.press('Escape');
  ok('a stroke of the brush, distances through the body');

  await page.keyboard.press('Control+s');
  await editor.until('a name is asked for', (state) => /^dialog browser$/m.test(state));
  await look('save');
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const saved = await download;
  assert.equal(saved.suggestedFilename(), 'human.glb');
  const bytes = fs.readFileSync(await saved.path());
  assert.equal(bytes.toString('latin1', 0, 4), 'glTF');
  await editor.until('clean', (state) => /^dirty 0$/m.test(state));
  if (pictures) fs.writeFileSync(path.join(pictures, 'saved.glb'), bytes);
  ok(`saved: ${bytes.length} bytes downloaded`);

  await page.waitForTimeout(1500);
  await page.reload();
  await editor.ready();
  await editor.until('the last file', (state) => /^joint forearm.L .* 0.1230$/m.test(state) && /^dirty 0$/m.test(state));
  ok('the page opens what was saved');

  await editor.turn('forearm.R', '30');
  await page.waitForFunction(() => { // autosave
    const walk = (folder) => marrow.FS.readdir(folder).some((name) => !/^\.\.?$/.test(name) &&
      (marrow.FS.isDir(marrow.FS.stat(`${folder}/${name}`).mode) ? walk(`${folder}/${name}`) : /\.(glb|marrow|gltf)$/.test(name)));
    try { return walk('/kept/state'); } catch { return false; }
  }, null, { timeout: 600000 });
  await page.waitForTimeout(1500);
  let asked = 0;
  page.on('dialog', async (dialog) => { ++asked; await dialog.accept(); });
  await page.reload();
  await editor.ready();
  assert.equal(asked, 1, 'leaving with unsaved work asks');
  await editor.until('the offer', (state) => /^spot .* Restore$/m.test(state));
  await look('recover');
  await editor.press('Restore');
  await editor.until('recovered', (state) => /^dirty 1$/m.test(state));
  ok('unsaved work is asked about, and recovered after the page was loaded again');

  // Files of the computer.
  const glb = fs.readFileSync(path.join(media, 'bar.glb'));
  await page.keyboard.press('Control+o');
  await editor.until('the browser of files', (state) => /^dialog browser$/m.test(state));
  await look('open');
  const chooser = page.waitForEvent('filechooser');
  await editor.press('This computer...');
  await (await chooser).setFiles({ name: 'Стержень 棒.glb', mimeType: 'model/gltf-binary', buffer: glb });
  await editor.press('Discard');
  await editor.until('the file', (state) => /^name Стержень 棒.glb$/m.test(state));
  ok('a file of the computer is opened by a button, whatever its name');

  const drop = (files) => page.evaluate((them) => {
    const transfer = new DataTransfer();
    for (const { name, bytes } of them) transfer.items.add(new File([new Uint8Array(bytes)], name));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, files.map(({ name, bytes }) => ({ name, bytes: [...bytes] })));
  const obj = Buffer.from('mtllib m.mtl\nusemtl red\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
  await drop([{ name: 'one.obj', bytes: obj }, { name: 'm.mtl', bytes: Buffer.from('newmtl red\nKd 1 0 0\n') }]);
  await editor.press('Open');
  await editor.until('the mesh', (state) => /^name one.obj$/m.test(state));
  await drop([{ name: 'bad.glb', bytes: Buffer.from('glTF and nothing') }]);
  await editor.press('Open');
  await editor.until('the reason', (state) => /^toast .*bad.glb/m.test(state) && /^name one.obj$/m.test(state));
  ok('files that belong together are dropped; a broken one leaves the scene as it was');

  // FBX is read by a program of its own, which is fetched now; without it a sentence.
  const fetched = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname.split('/').pop()));
  await drop([{ name: 'two_bones.fbx', bytes: fs.readFileSync(path.join(media, '../tests/fuzz/seeds/fbx/two_bones.fbx')) }]);
  await editor.press('Open');
  await editor.until('the FBX file', (state) => /^name two_bones.glb$/m.test(state) && /^joint Upper /m.test(state));
  assert.ok(fetched.includes('reader.wasm.gz'), 'its reader was fetched');
  await drop([{ name: 'bad.fbx', bytes: Buffer.from('Kaydara FBX Binary  ') }]);
  await page.waitForFunction(() => /bad\.fbx/.test(document.getElementById('note').textContent) && !/^Reading/.test(document.getElementById('note').textContent));
  assert.match(await editor.state(), /^name two_bones.glb$/m);
  await drop([{ name: 'tube.glb', bytes: fs.readFileSync(path.join(media, '../tests/fuzz/seeds/glb/draco.glb')) }]);
  await editor.press('Open');
  await editor.until('the compressed file', (state) => /^name tube.glb$/m.test(state) && /^joint upper /m.test(state));
  await look('fbx');
  ok('an FBX file and a compressed one are opened; a broken one leaves the scene as it was');

  // A file that the browser keeps as a Blob.
  const corner = 'v 0.25 0.5 0.75\n', many = Buffer.from(corner.repeat(400000) + 'v 1 0 0\nf 1 2 400001\n');
  await page.setInputFiles('#files', { name: 'many.obj', mimeType: 'text/plain', buffer: many });
  await editor.press('Open');
  await editor.until('the large file', (state) => /^name many.obj$/m.test(state));
  await page.waitForTimeout(3000);
  await page.reload();
  await editor.ready();
  await editor.until('it again', (state) => /^name many.obj$/m.test(state));
  assert.ok(many.equals(Buffer.from(await page.evaluate(() => marrow.FS.readFile('/kept/home/opened/many.obj', { encoding: 'utf8' })))), 'the same bytes');
  ok('a large file is there when the page is loaded again');

  fs.copyFileSync(path.join(media, 'capsule.glb'), path.join(site, 'given.glb'));
  await page.goto(address + '?log-state&open=given.glb');
  await editor.ready();
  await editor.until('the file of the address', (state) => /^name given.glb$/m.test(state));
  fs.rmSync(path.join(site, 'given.glb'));
  ok('?open= opens a file');

  // A picture that is lost and given back.
  const frames = Number((await editor.line('frames'))[0]);
  await page.evaluate(() => {
    const gl = document.getElementById('canvas').getContext('webgl2');
    window.lost = gl.getExtension('WEBGL_lose_context');
    lost.loseContext();
  });
  await page.waitForTimeout(300);
  await page.evaluate(() => lost.restoreContext());
  await editor.until('a frame', (state) => Number(state.match(/^frames (\d+)$/m)[1]) > frames);
  await page.waitForTimeout(1000);
  await look('given_back');
  const shot = await page.screenshot();
  assert.ok(shot.length > 30000, 'the picture is not empty');
  editor.errors = editor.errors.filter((line) => !/context.lost|does not belong to this context/i.test(line));
  ok('a picture that the browser took is drawn again');

  // A second tab, and no network.
  const second = new Editor(await context.newPage());
  await second.open(address + '?log-state');
  await second.until('a scene', (state) => /^name /m.test(state));
  assert.ok(!/^spot .* Restore$/m.test(await second.state()), 'the other tab\'s work is not offered');
  assert.match(await second.page.textContent('#note'), /another tab/);
  await look('second_tab', second.page);
  await second.page.close();
  await page.waitForFunction(() => navigator.serviceWorker.ready.then((one) => one.active && one.active.state === 'activated'));
  await context.setOffline(true);
  server.closeAllConnections();
  await page.goto(address + '?log-state');
  await editor.ready();
  await editor.until('the scene, without a network', (state) => /^name /m.test(state));
  await context.setOffline(false);
  ok('a second tab; without a network');
  assert.deepEqual(editor.errors, []);

  // Where the browser writes to files itself: pickers answer with files of the browser's own disk, which are files of the same kind.
  const able = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  await able.addInitScript(() => {
    const own = async (name) => (await navigator.storage.getDirectory()).getFileHandle(name, { create: true });
    window.asked = [];
    window.showSaveFilePicker = ({ suggestedName }) => { asked.push(suggestedName); return own(suggestedName); };
    window.showOpenFilePicker = async () => { asked.push('open'); return [await own('human.glb')]; };
    window.bytesOf = async (name) => (await (await own(name)).getFile()).size;
  });
  const writer = new Editor(await able.newPage());
  await writer.open(address + '?log-state');
  await writer.until('the sample', (state) => /^name human.glb$/m.test(state));
  await writer.page.keyboard.press('Control+s');
  await writer.until('a name is asked for', (state) => /^dialog browser$/m.test(state));
  await writer.page.keyboard.press('Enter');
  await writer.page.waitForFunction(() => bytesOf('human.glb').then((bytes) => bytes > 100000));
  const firstBytes = await writer.page.evaluate(() => bytesOf('human.glb'));
  await writer.page.keyboard.press('Control+o');
  await writer.press('This computer...');
  await writer.until('the file', (state) => /^path .*opened.human.glb$/m.test(state));
  await writer.turn('forearm.L', '20');
  await writer.page.keyboard.press('Control+s');
  await writer.until('saved', (state) => /^dirty 0$/m.test(state));
  await writer.page.waitForFunction((before) => bytesOf('human.glb').then((bytes) => bytes !== before), firstBytes);
  assert.deepEqual(await writer.page.evaluate(() => asked), ['human.glb', 'open'], 'the file that was opened is written to without another question');
  assert.deepEqual(writer.errors, []);
  await able.close();
  ok('where the browser can, saving goes to the file itself');

  // No WebGL 2.
  const poor = await browser.newContext();
  await poor.addInitScript(() => { HTMLCanvasElement.prototype.getContext = () => null; delete window.WebGL2RenderingContext; });
  const poorPage = await poor.newPage();
  await poorPage.goto(address);
  await poorPage.waitForSelector('#cover.failed');
  assert.match(await poorPage.textContent('#words'), /WebGL 2/);
  await look('no_webgl', poorPage);
  ok('without WebGL 2 the page says so');
});
