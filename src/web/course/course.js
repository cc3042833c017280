// The course's page: files in tabs, Run, results, zip. Everything happens in the browser.
import { Checker } from './checks.js';
import { Editor } from './editor.js';
import { errorsIn } from './errors.js';
import { takeRun } from './figure.js';
import { readHandIn, zipOf } from './hand_in.js';
import { courseText, showCourse } from './own_course.js';
import { show, summaryOf } from './results.js';
import { changedTexts, isUntouched, keep, keepRun, runs, texts } from './store.js';

const kHeader = 'rig.h', kMostSeed = 999999, kSizes = [11, 12, 13, 14, 16, 18, 20, 24];
const { stubs, header } = kCourse, names = Object.keys(stubs);
const at = (id) => document.getElementById(id);
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
let current = '', errors = {}, compiler = null, checker = null, isRunning = false, isStopped = false, isCompiling = false;

// Files.

const editor = new Editor(at('editor'), { onRun: run, onChange(name, text) {
  texts[name] = text;
  at('saved').textContent = keep();
  markTabs();
} });
editor.fontSize = Number(localStorage.getItem('marrow-course-size')) || 14;

function showFile(name, { isNew = false } = {}) {
  current = name;
  editor.show(name, name === kHeader ? header : texts[name], { isReadOnly: name === kHeader, isNew });
  editor.mark(errors[name] ?? []);
  for (const tab of at('tabs').children) {
    const isShown = tab.dataset.file === name;
    tab.setAttribute('aria-selected', isShown);
    tab.tabIndex = isShown ? 0 : -1;
  }
  at('editor').setAttribute('aria-labelledby', `tab-${name}`);
  at('reset').disabled = name === kHeader;
  showErrors();
}

function makeTabs() {
  for (const name of [...names, kHeader]) {
    const tab = document.createElement('button');
    Object.assign(tab, { id: `tab-${name}`, title: name });
    tab.setAttribute('role', 'tab');
    tab.dataset.file = name;
    tab.setAttribute('aria-controls', 'editor');
    tab.addEventListener('click', () => showFile(name));
    at('tabs').append(tab);
  }
  at('tabs').addEventListener('keydown', (event) => {
    const all = [...at('tabs').children], k = all.indexOf(document.activeElement);
    const to = { ArrowRight: (k + 1) % all.length, ArrowLeft: (k + all.length - 1) % all.length, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all[to].focus();
    all[to].click();
  });
  markTabs();
}

function markTabs() {
  for (const tab of at('tabs').children) {
    const name = tab.dataset.file, wrong = errors[name]?.length > 0;
    const words = name === kHeader ? kHeader : `Task ${name[4]}${isUntouched(name) ? '' : ' •'}`;
    if (tab.textContent !== words + (wrong ? ' !' : '')) tab.innerHTML = `${words}${wrong ? ' <span class="mark">!</span>' : ''}`;
    tab.setAttribute('aria-label', name === kHeader ? 'rig.h, the contract, to read' : `Task ${name[4]}, ${name}${isUntouched(name) ? ', not begun' : ''}${wrong ? ', does not compile' : ''}`);
  }
}

function replaceTexts(found, sentence) {
  Object.assign(texts, found);
  errors = {};
  for (const name of names) editor.forget(name);
  const problem = keep();
  markTabs();
  showFile(names.includes(current) ? current : names[0], { isNew: true });
  at('saved').textContent = problem || sentence;
}

function showErrors() {
  const own = errors[current] ?? [];
  if (own.length === 0) { at('errors').replaceChildren(); return; }
  const list = document.createElement('ul');
  for (const { line, column, message, plain } of own) {
    const item = document.createElement('li'), code = document.createElement('code');
    if (line > 0) {
      const link = document.createElement('a');
      Object.assign(link, { href: '#editor', textContent: `Line ${line}` });
      link.addEventListener('click', (event) => { event.preventDefault(); editor.go(line, column); });
      item.append(link, ': ');
    }
    if (plain) item.append(plain, document.createElement('br'));
    code.textContent = message;
    item.append(code);
    list.append(item);
  }
  const title = document.createElement('h3');
  title.textContent = `Task ${current[4]} does not compile: ${own.length} ${own.length === 1 ? 'error' : 'errors'}`;
  at('errors').replaceChildren(title, list);
}

// Running.

function say(sentence) { if (at('status').textContent !== sentence) at('status').textContent = sentence; }
function step(value, most) { Object.assign(at('progress'), { hidden: most === 0, max: most || 1, value }); }

/** Promise of the module of all functions, and the compiler's messages about files. */
function compile(changed) {
  compiler ??= new Worker('course/compiler.js', { type: 'module' });
  let lastTold = 0;
  return new Promise((done, failed) => {
    compiler.fail = failed;
    compiler.onerror = (event) => failed(new Error(event.message || 'the compiler could not be started: this browser may be too old for it'));
    compiler.onmessage = ({ data }) => {
      if (data.problem) { failed(new Error(data.problem)); return; }
      if ('total' in data) {
        step(data.done, data.total);
        if (performance.now() - lastTold < 1000) return;
        lastTold = performance.now();
        say(`Fetching the compiler, once: ${megabytes(data.done)} of ${megabytes(data.total)}`);
      } else if (data.compiling) {
        isCompiling = true;
        step(data.number - 1, data.of + 1);
        say(`Compiling ${data.compiling}`);
      } else if ('messages' in data) {
        isCompiling = false;
        done(data);
      }
    };
    compiler.postMessage({ texts: changed });
  });
}

function checksOf(tasks, which, broken) {
  const wanted = tasks.filter((task) => which === 'all' || (which === 'required' ? !task.is_extra : task.number === Number(which)));
  return wanted.filter(({ number }) => !broken.some((name) => name[4] === String(number))).flatMap(({ checks }) => checks);
}

async function runChecks(module, compiled, broken, which) {
  const code = await WebAssembly.compile(module);
  checker = new Checker(code, await courseText);
  const list = await checker.list(), { tasks } = list, checks = checksOf(tasks, which, broken), seed = 1 + Math.floor(kMostSeed * Math.random()), results = [];
  for (const [k, { name }] of checks.entries()) {
    step(k, checks.length);
    if (k % 5 === 0) say(`Checking: ${k} of ${checks.length}`);
    results.push(await checker.run(name, seed));
    if (isStopped) throw new Error('stopped');
  }
  checker.stop();
  show(at('found'), tasks, results, broken, seed);
  const checked = tasks.map((task) => ({ task, own: results.filter(({ number }) => Number(number) === task.number) })).filter(({ own }) => own.length > 0);
  takeRun(code, compiled, list, checked.map(({ task }) => task), results);
  return checked.map(({ task, own }) => `${summaryOf(task, own)}.`).join('\n');
}

async function run() {
  if (isRunning) return;
  const lack = typeof WebAssembly === 'undefined' ? 'WebAssembly' : typeof DecompressionStream === 'undefined' ? 'DecompressionStream' : '';
  if (lack) { say(`This browser has no ${lack}, which compiling needs. Update it: Chrome and Edge 80, Firefox 114 and Safari 16.4 have it.`); return; }
  isRunning = true;
  isStopped = false;
  at('run').disabled = true;
  at('stop').disabled = false;
  at('found').setAttribute('aria-busy', 'true');
  say('Starting');
  try {
    const compiled = { ...texts }, { module, messages } = await compile(changedTexts());
    if (isStopped) throw new Error('stopped');
    errors = Object.fromEntries(Object.entries(messages).map(([name, said]) => [name, errorsIn(said)]));
    markTabs();
    const broken = Object.keys(errors);
    if (broken.length > 0 && !errors[current]) showFile(broken[0]);
    editor.mark(errors[current] ?? []);
    showErrors();
    const words = [...broken.map((name) => `Task ${name[4]} does not compile.`), await runChecks(module, compiled, broken, at('which').value)].filter(Boolean).join('\n');
    say(words);
    at('saved').textContent = keepRun({ time: Date.now(), words });
    showRuns();
  } catch (error) {
    say(error.message === 'stopped' ? 'Stopped.' : `This run ended: ${error.message}. Run again; if that does not help, load the page again: your code is kept.`);
    if (error.message !== 'stopped') endCompiler();
  }
  step(0, 0);
  at('found').removeAttribute('aria-busy');
  at('run').disabled = false;
  at('stop').disabled = true;
  isRunning = false;
}

function stop() {
  isStopped = true;
  checker?.cancel();
  compiler?.fail(new Error('stopped'));
  if (isCompiling) endCompiler();  // fetching the compiler is not stopped
}

function endCompiler() {
  compiler?.terminate();
  compiler = null;
  isCompiling = false;
}

function showRuns() {
  const all = runs();
  at('history').hidden = all.length === 0;
  at('runs').replaceChildren(...all.map(({ time, words, texts: then }) => {
    const item = document.createElement('li'), button = document.createElement('button'), when = new Date(time).toLocaleString();
    button.textContent = 'Bring back this code';
    button.setAttribute('aria-label', `Bring back this code, of ${when}`);
    button.addEventListener('click', () => replaceTexts({ ...stubs, ...then }, `The code of ${when} is back.`));
    item.append(`${when}: ${words.replaceAll('\n', ' ')} `, button);
    return item;
  }));
}

// The rest of the page.

function download() {
  const link = document.createElement('a');
  Object.assign(link, { href: URL.createObjectURL(zipOf(texts)), download: 'marrow-hand-in.zip' });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  at('saved').textContent = 'Downloaded marrow-hand-in.zip: hand in this file.';
}

async function openFiles() {
  try {
    const found = await readHandIn([...at('zip').files], names);
    keepRun({ time: Date.now(), words: 'Before a zip was opened.' });
    replaceTexts(found, `Opened ${Object.keys(found).length} ${Object.keys(found).length === 1 ? 'file' : 'files'}. The code before is among the earlier runs.`);
    showRuns();
  } catch (error) {
    at('saved').textContent = `Not opened: ${error.message}.`;
  }
  at('zip').value = '';
}

function resize(by) {
  const k = kSizes.indexOf(editor.fontSize), size = kSizes[Math.min(kSizes.length - 1, Math.max(0, k + by))];
  editor.resize(size);
  try { localStorage.setItem('marrow-course-size', size); } catch { /* it is not kept */ }
  at('saved').textContent = `Code at ${size} pixels.`;
}

/** Keeps this page's files, too, so that it opens without a network. */
async function keepOffline() {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return;
  await navigator.serviceWorker.register('service_worker.js');
  await navigator.serviceWorker.ready;
  const own = [...document.querySelectorAll('#sheet img')].map((image) => image.src);
  const ofCourse = await courseText ? ['sheet.md'] : [];
  await Promise.all(['course.html', 'course.json', 'icon.svg', 'course/course.js', 'course/compiler.js', 'course/functions.js', ...ofCourse, ...own].map((name) => fetch(name)));
}

/** `required`: the label for all tasks that are not extra. */
function offerTasks(required, numbers) {
  at('which').replaceChildren(...[['required', required], ['all', 'All tasks'], ...numbers.map((number) => [number, `Task ${number}`])].map(([value, words]) => new Option(words, value)));
}
offerTasks('Tasks 1 to 4', names.map((name) => name[4]));
showCourse(at('in-this-course')).then((list) => {
  if (list) offerTasks('Required tasks', list.tasks.filter(({ checks }) => checks.length > 0).map(({ number }) => number));
});
at('size').textContent = megabytes(Object.entries(kPackedSizes).reduce((sum, [name, size]) => sum + (name.startsWith('judge') ? 0 : size), 0));
makeTabs();
showFile(names[0]);
showRuns();
at('run').addEventListener('click', run);
at('stop').addEventListener('click', stop);
at('smaller').addEventListener('click', () => resize(-1));
at('larger').addEventListener('click', () => resize(1));
at('download').addEventListener('click', download);
at('open').addEventListener('click', () => at('zip').click());
at('zip').addEventListener('change', openFiles);
at('reset').addEventListener('click', () => {
  if (isUntouched(current)) return;
  keepRun({ time: Date.now(), words: `Before task ${current[4]} was reset.` });
  replaceTexts({ [current]: stubs[current] }, `Task ${current[4]} is as it was handed out. The code before is among the earlier runs.`);
  showRuns();
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); run(); }
});
for (const link of document.querySelectorAll('a[href="#rig.h"]')) link.addEventListener('click', (event) => { event.preventDefault(); showFile(kHeader); editor.focus(); });
keepOffline().catch(() => {});
