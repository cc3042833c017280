// The page of the assignment in Debian's Chromium, as a student uses it: by keys, from an empty cache to the zip.   node course.mjs SITE [PICTURES]
import { unzipSync } from 'fflate';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { launch, serve } from './page.mjs';
import { solution, stubs } from './submissions.mjs';

const [site, pictures] = process.argv.slice(2), kLong = 1_800_000;  // milliseconds: a busy machine compiles slowly
const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const { server, address } = await serve(site);
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, acceptDownloads: true });
const errors = [];
let page = await context.newPage();
let fetched = 0;
server.prependListener('request', (request, response) => { const { end } = response; response.end = function (bytes) { fetched += bytes?.length ?? 0; return end.call(this, bytes); }; });
page.on('pageerror', (error) => errors.push(String(error)));
page.on('console', (line) => { if (line.type() === 'error') errors.push(line.text()); });
const ok = (what) => console.log(`ok: ${what}`), seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;
const look = async (name) => { if (pictures) await page.screenshot({ path: path.join(pictures, `course_${name}.png`) }); };

async function isAccessible(screen) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  for (const { id, help, nodes } of violations) console.log(`axe: ${screen}: ${id}: ${help}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  assert.equal(violations.length, 0, `axe-core finds nothing on ${screen}`);
  ok(`axe-core finds nothing on ${screen}`);
}
/** Waits for the end of a run; its summary. */
async function ended() {
  await page.waitForFunction(() => !document.getElementById('run').disabled, null, { timeout: kLong });
  return page.textContent('#status');
}
/** Replaces the code of the shown file as a student would: select all, paste. */
async function replaceCode(text) {
  await page.click('#editor .cm-content');
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
}
const kSix = 'Task 2: 6 of 7 checks passed.';  // the seventh needs task 1 as well
const kLocal = /(user_local_after_local_increment\([^)]*\) \{)[^]*?\n\}/;
const right = solution(), kRight = right?.['task2_increments.cpp'];
if (!right) { console.log('skipped: the course in a browser, which needs the textbook\'s functions'); process.exit(0); }

async function test() {
  let begin = Date.now();
  await page.goto(`${address}course.html`);
  await page.waitForSelector('.cm-content');
  console.log(`until code can be edited: ${seconds(begin)}, ${fetched} bytes`);
  await isAccessible('the page as it is opened');
  await look('opened');

  // By keys alone: to the code, an error, and away.
  await page.click('#tabs [role=tab]:nth-child(2)');
  await page.keyboard.press('Tab');
  assert.ok(await page.evaluate(() => document.activeElement.classList.contains('cm-content')), 'Tab goes from the files to the code');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('int answer = 42');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  assert.ok(!await page.evaluate(() => document.activeElement.classList.contains('cm-content')), 'Esc, Tab leaves the code');
  await page.selectOption('#which', '2');
  const before = fetched;
  begin = Date.now();
  await page.focus('.cm-content');
  await page.keyboard.press('Control+Enter');
  await page.waitForFunction(() => /Fetching the compiler/.test(document.getElementById('status').textContent), null, { timeout: kLong }).then(() => look('fetching'), () => {});
  assert.equal(await ended(), 'Task 2 does not compile.');
  console.log(`first Run, of one file and 7 checks: ${seconds(begin)}, ${fetched - before} bytes`);
  assert.match(await page.textContent('#errors'), /semicolon/);
  assert.equal(await page.locator('.cm-lint-marker-error').count(), 1);
  ok('an error of the compiler is shown at its line, in plain words');
  await look('compiler_error');
  await isAccessible('a compiler error');
  await page.click('#errors a');
  assert.ok(await page.evaluate(() => document.activeElement.classList.contains('cm-content')));

  // A wrong function, then the right ones.
  await replaceCode(kRight.replace('precise(increment) * ', ''));
  begin = Date.now();
  await page.keyboard.press('Control+Enter');
  assert.match(await ended(), /^Task 2: \d of 7 checks passed\.$/);
  console.log(`second Run, after one changed file: ${seconds(begin)}`);
  assert.match(await page.textContent('#first'), /Look at next/);
  await look('failing');
  await isAccessible('failed checks');
  await replaceCode(kRight);
  await page.keyboard.press('Control+Enter');
  assert.equal(await ended(), kSix);
  await look('one_failing');
  await page.evaluate(() => document.querySelectorAll('details').forEach((one) => { one.open = true; }));
  await isAccessible('passed checks, and earlier runs');
  ok('right functions pass the checks of their task');

  // Functions that never return, and that crash.
  await replaceCode(kRight.replace(kLocal, '$1\n  for (volatile int k = 0;; k = k + 1) {}\n}'));
  await page.keyboard.press('Control+Enter');
  await ended();
  assert.match(await page.textContent('#found'), /timed out: task2\.local_increment/);
  assert.match(await page.textContent('#found'), /user_local_after_local_increment did not return within 10 s/);
  await replaceCode(kRight.replace(kLocal, '$1\n  return *(glm::mat4*)(std::size_t(4000000000u));\n}'));
  await page.keyboard.press('Control+Enter');
  await ended();
  assert.match(await page.textContent('#found'), /user_local_after_local_increment was stopped by signal 11 \(Segmentation fault\)/);
  ok('an endless loop and a crash are named, and the other checks are run');
  await replaceCode(kRight);
  await zipAndBack();
  await otherSizes();
  await figure();
  assert.deepEqual(errors, []);
}

async function zipAndBack() {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download')]);
  const file = path.join(os.tmpdir(), `course-${process.pid}.zip`);
  await download.saveAs(file);
  const inside = unzipSync(new Uint8Array(fs.readFileSync(file)));
  assert.deepEqual(Object.keys(inside).sort(), Object.keys(stubs).sort());
  assert.equal(Buffer.from(inside['task2_increments.cpp']).toString(), kRight);
  await page.click('#reset');
  assert.match(await page.textContent('.cm-content'), /TODO/);
  await page.setInputFiles('#zip', file);
  await page.waitForFunction(() => /^Opened 9 files/.test(document.getElementById('saved').textContent));
  assert.doesNotMatch(await page.textContent('.cm-content'), /TODO/);
  await page.reload();
  await page.waitForSelector('.cm-content');
  await page.click('#tabs [role=tab]:nth-child(2)');
  assert.doesNotMatch(await page.textContent('.cm-content'), /TODO/);
  fs.rmSync(file);
  ok('the zip holds all files, opens again, and the code is there after loading the page again');
  // Without a network.
  await page.waitForTimeout(2000);
  await context.setOffline(true);
  server.closeAllConnections?.();
  await page.reload();
  await page.waitForSelector('.cm-content');
  await page.selectOption('#which', '2');
  await page.focus('.cm-content');
  await page.keyboard.press('Control+Enter');
  assert.equal(await ended(), kSix);
  await context.setOffline(false);
  ok('it compiles and checks without a network');
}

/** All tasks with the textbook's functions, and how the page looks in other sizes. */
async function otherSizes() {
  await page.setInputFiles('#zip', Object.entries(right).map(([name, text]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })));
  await page.waitForFunction(() => /^Opened 9 files/.test(document.getElementById('saved').textContent));
  await page.selectOption('#which', 'all');
  const begin = Date.now();
  await page.click('#run');
  const summary = await ended();
  console.log(`all nine files and all checks: ${seconds(begin)}`);
  await look('passing');
  assert.deepEqual([...summary.matchAll(/(\d+) of (\d+)/g)].map(([, passed, all]) => passed === all), Array(9).fill(true), summary);
  ok('the textbook\'s functions pass all checks');
  for (const [width, height] of [[1366, 768], [1024, 600], [500, 800], [683, 384]]) {
    await page.setViewportSize({ width, height });
    await look(`all_${width}x${height}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `nothing is wider than ${width} pixels`);
    await isAccessible(`${width} x ${height} pixels`);
  }
}

/** The figure for those who cannot see it: its matrices are tables, and a joint is turned by numbers. */
async function inWords() {
  await page.evaluate(() => { document.getElementById('joint-words').open = false; });  // all were opened above
  await page.focus('#joint-words summary');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#matrices table');
  await page.selectOption('#joint', 'forearm.L');
  const corner = () => page.evaluate(() => [...document.querySelectorAll('#matrices table')].map((one) => [one.caption.textContent.split(' ')[0], one.querySelector('td').textContent]));
  await page.click('#rest');
  const rest = await corner();
  assert.deepEqual(rest.map(([name]) => name), ['L', 'Ul', 'W', 'B', 'T']);
  assert.equal(rest[1][1], '1.000');
  assert.equal(rest[2][1], rest[3][1], 'W is B at rest');
  await page.fill('#degrees', '60');
  await page.keyboard.press('Enter');
  assert.equal(await page.textContent('#turn-status'), 'forearm.L was turned by 60 degrees about z.');
  assert.equal(Object.fromEntries(await corner()).T, '0.500', 'T is the turn');
  await isAccessible('a joint in words');
  await look('in_words');
  await page.focus('#joint-words summary');
  await page.keyboard.press('Enter');
  ok('a joint is turned and its matrices are read without the picture');
}

/** The figure calls what was tried: all functions as they are now, then a skin() that leaves the mesh where it is, then one that crashes. */
async function figure() {
  await page.setViewportSize({ width: 1366, height: 768 });
  const begin = Date.now();
  await page.click('#tab-figure');
  const frame = await (await page.waitForSelector('#figure iframe')).contentFrame();
  await frame.waitForFunction(() => window.useFunctions, null, { timeout: kLong });
  console.log(`until the figure is there: ${seconds(begin)}`);
  assert.match(await page.textContent('#figure-status'), /^The figure calls your functions of task 1, 2, 3, 4, 5, 6, 7, 8, 9\.$/);
  const picture = async () => {
    await page.waitForTimeout(4000);  // the figure has waved
    return page.locator('#figure iframe').screenshot();
  };
  const posed = await picture();
  await look('figure');
  await isAccessible('the figure');
  await inWords();
  const withSkin = async (body) => {
    await page.click('#tabs [role=tab]:nth-child(4)');
    await replaceCode(right['task4_skinning.cpp'].replace(/(\bskin\([^)]*\) \{)[^]*?\n\}/, `$1\n${body}\n}`));
    await page.selectOption('#which', '4');
    await page.focus('.cm-content');
    await page.keyboard.press('Control+Enter');
    await ended();
    return picture();
  };
  const still = await withSkin('  out_positions = positions;\n  out_normals = normals;');
  assert.ok(!still.equals(posed), 'a skin() that moves nothing is seen');
  await look('figure_still');
  await withSkin('  volatile int* nowhere = (int*)(std::size_t(4000000000u));\n  out_positions = positions;\n  out_normals = normals;\n  *nowhere = 1;');
  assert.match(await page.textContent('#figure-status'), /Not called, because they crashed or did not return: skin\.$/);
  await look('figure_crash');
  for (const [width, height] of [[1024, 600], [500, 800]]) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(1000);
    await look(`figure_${width}x${height}`);
  }
  ok('the figure calls the functions that were tried, and no others');
}

/** course.json and sheet.md next to the page: what it shows and checks. */
async function ownCourse() {
  const own = await browser.newContext({ serviceWorkers: 'block' });  // else its requests are not seen here
  page = await own.newPage();
  const chosen = { tasks: [1, 2], letters: { T: 'K' }, vectors: 'row' };
  await page.route('**/course.json', (route) => route.fulfill({ body: JSON.stringify(chosen) }));
  await page.route('**/sheet.md', (route) => route.fulfill({ body: '# Week 5\n\nAsk in [the forum](https://forum.example).\n\n* by Friday\n* <b>alone</b>\n' }));
  const begin = Date.now();
  await page.goto(`${address}course.html`);
  await page.waitForSelector('#in-this-course li', { timeout: kLong });
  console.log(`until the course is shown: ${seconds(begin)}`);
  const words = await page.textContent('#in-this-course');
  for (const one of [/Week 5/, /the forum/, /<b>alone<\/b>/, /Graded tasks: 1, 2\./, /K for T/, /Vectors are rows/, /K_j = B_j\^-1 W_j and v' = v K/]) assert.match(words, one);
  assert.equal(await page.getAttribute('#in-this-course a', 'href'), 'https://forum.example');
  assert.deepEqual(await page.evaluate(() => [...document.getElementById('which').options].map(({ value }) => value)), ['required', 'all', '1', '2']);
  await isAccessible('a course\'s own text');
  await look('own_course');
  const failsLocal = async (text) => {
    await page.click('#tabs [role=tab]:nth-child(2)');
    await replaceCode(text);
    await page.selectOption('#which', '2');
    await page.focus('.cm-content');
    await page.keyboard.press('Control+Enter');
    assert.match(await ended(), /^Task 2: \d of 7 checks passed\.$/);
    return /failed: task2\.local_increment/.test(await page.textContent('#found'));
  };
  assert.ok(!await failsLocal(kRight.replace('increment * user_local', 'user_local * increment')), 'code for row vectors is right');
  assert.ok(await failsLocal(kRight), 'code for column vectors is not');
  assert.match(await page.textContent('#found'), /Ul' = Ul Incr, not Incr Ul/);
  await own.close();
  ok('a course\'s choices are shown above the sheet, and the judge follows them');
}

try {
  await test();
  await ownCourse();
  console.log('course: passed');
} catch (error) {
  console.log(`FAILED: ${error.message}`, errors.slice(0, 5), await page.textContent('#status').catch(() => ''));
  await page.screenshot({ path: path.join(pictures ?? os.tmpdir(), 'course_failed.png') }).catch(() => {});
  process.exitCode = 1;
} finally {
  await browser.close();
  server.close();
}
