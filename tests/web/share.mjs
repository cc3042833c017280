// Share: a page and links made in the editor, opened by another user.
//   node share.mjs SITE [PICTURES]
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import assert from 'node:assert/strict';
import { startEditor, Editor } from './page.mjs';

const [site, pictures] = process.argv.slice(2);
const { address, browser, editor, page, look, ok, run } = await startEditor('share', site, pictures);

async function openCard() {
  await page.keyboard.press('Control+p');
  await editor.until('the palette', (state) => /^dialog palette$/m.test(state));
  await page.keyboard.type('Share');
  await page.waitForTimeout(300);
  await page.keyboard.press('Enter');
  await editor.until('the card', (state) => /^dialog share$/m.test(state));
}
/** What the viewer of a page says of itself, once it shows something. */
async function seen(where, name) {
  const other = await browser.newPage({ viewport: { width: 640, height: 480 } });
  await other.goto(where);
  await other.waitForFunction(() => document.getElementById('words').textContent !== 'Loading' || document.getElementById('words').hidden, null, { timeout: 600000 });
  assert.ok(await other.isHidden('#words'), await other.textContent('#words'));
  await look(name, other);
  const caption = await other.textContent('#caption');
  const more = await other.getAttribute('#more', 'href');
  await other.close();
  return { caption, more };
}
async function copied(choices) {
  await openCard();
  for (const words of choices) await editor.press(words);
  await page.waitForTimeout(300);
  await look(choices.join('_').toLowerCase());
  await editor.press(choices[0] === 'Link' ? 'Copy link' : 'Copy HTML');
  await editor.until('no card', (state) => /^dialog none$/m.test(state));
  return page.evaluate(() => navigator.clipboard.readText());
}

await run(async () => {
  await editor.open(address + 'sub/path/?log-state');
  await editor.until('the sample', (state) => /^name human.glb$/m.test(state));
  await editor.turn('forearm.L', '40');

  await openCard();
  await editor.press('Caption');
  await page.keyboard.type('A "bent" arm & <more>');
  await look('card');
  await editor.press('Save page...');
  await editor.until('a name is asked for', (state) => /^dialog browser$/m.test(state));
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const saved = await download;
  assert.equal(saved.suggestedFilename(), 'human.html');
  const own = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'share')), 'human.html');
  await saved.saveAs(own);
  await editor.until('no card', (state) => /^dialog none$/m.test(state));
  const alone = await seen('file://' + own, 'page');
  assert.equal(alone.caption, 'A "bent" arm & <more>');
  assert.match(alone.more, /^blob:/);
  ok(`a page of ${fs.statSync(own).size} bytes shows the scene from a disk`);

  const link = await copied(['Link']);
  assert.ok(link.startsWith(`${address}sub/path/?embed#name=human.glb`), link.slice(0, 200));
  await seen(link, 'link');
  ok(`a link of ${link.length} characters shows it`);
  const code = await copied(['Embedded']);
  assert.match(code, /^<iframe src="http[^"]*" title="human.glb"/);
  const frame = await browser.newPage();
  await frame.setContent(`<h1>Course</h1>${code}`);
  await frame.waitForTimeout(100);
  await frame.locator('iframe').scrollIntoViewIfNeeded();
  await frame.frameLocator('iframe').locator('#words').waitFor({ state: 'hidden', timeout: 600000 });
  await look('iframe', frame);
  await frame.close();
  ok('an iframe shows it');

  const whole = await copied(['Link', 'Editor']);
  assert.ok(whole.startsWith(`${address}sub/path/#name=human.glb&scene=`), whole.slice(0, 200));
  const mine = await editor.line('joint forearm.L');
  const guest = new Editor(await (await browser.newContext({ viewport: { width: 1366, height: 768 } })).newPage());
  await guest.open(whole.replace('/#', '/?log-state#'));
  await guest.until('the shared scene', (state) => /^name human.glb$/m.test(state));
  assert.deepEqual(await guest.line('joint forearm.L'), mine);
  ok('the editor opens it, posed and seen as it was shared');
  const cut = new Editor(await (await browser.newContext()).newPage());
  await cut.page.goto(whole.slice(0, whole.length / 2).replace('/#', '/?log-state#'));
  await cut.ready();
  await cut.page.waitForSelector('#note:not([hidden])');
  assert.match(await cut.page.textContent('#note'), /damaged/);
  ok('of a link that was cut off the page says so');

  assert.deepEqual(editor.errors.concat(guest.errors), []);
});
