// The figure next to the sheet: Marrow's editor in a frame. It calls the student's functions once a run has tried them, like the editor on a desktop: an endless
// loop must not stop this page.
const at = (id) => document.getElementById(id);
const triedTexts = new Map();  // file -> its text when its checks were last run
const unsafe = new Map();      // function -> text of its file when the function did not return, or crashed
let tasks = [], given = null, frame = null, hasRows = false;

/** The file of a task. */
const fileOf = ({ number }, texts) => Object.keys(texts).find((name) => Number(name[4]) === number);

const numbersOf = (some) => some.map(({ number }) => number).join(', ');

/** After a run: `code` is the module that was compiled from `texts`, `list` is the judge's, `checked` the tasks whose checks were run to the end. */
export function takeRun(code, texts, list, checked, results) {
  ({ tasks, has_rows: hasRows } = list);
  for (const task of checked) triedTexts.set(fileOf(task, texts), texts[fileOf(task, texts)]);
  for (const name of results.flatMap((result) => result.unsafe)) {
    const task = tasks.find(({ functions }) => functions.includes(name));
    unsafe.set(name, texts[fileOf(task, texts)]);
  }
  given = { code, texts };
  useFunctions();
}

/** What the figure does not call: tasks whose files changed since their checks, and functions that failed. */
function leftOut({ texts }) {
  const untried = tasks.filter((task) => triedTexts.get(fileOf(task, texts)) !== texts[fileOf(task, texts)]);
  const failed = tasks.flatMap((task) => task.functions.filter((name) => unsafe.get(name) === texts[fileOf(task, texts)]));
  return { untried, failed };
}

function useFunctions() {
  if (!given) return;
  const { untried, failed } = leftOut(given), begun = tasks.filter((task) => given.texts[fileOf(task, given.texts)] !== kCourse.stubs[fileOf(task, given.texts)]);
  const used = numbersOf(begun.filter((task) => !untried.includes(task))), waiting = numbersOf(begun.filter((task) => untried.includes(task)));
  at('figure-status').textContent = (used ? `The figure calls your functions of task ${used}.` : 'The figure calls none of your functions yet.') +
    (failed.length > 0 ? ` Not called, because they crashed or did not return: ${failed.join(', ')}.` : '') +
    (waiting ? ` Run the checks of task ${waiting}, too: the figure calls what they have tried.` : '');
  frame?.contentWindow.useFunctions?.(given.code, [...untried.flatMap(({ functions }) => functions), ...failed], hasRows);
  showMatrices();
}

function showFigure(shown) {
  for (const [tab, panel, isShown] of [['tab-sheet', 'sheet-text', !shown], ['tab-figure', 'figure', shown]]) {
    at(tab).setAttribute('aria-selected', isShown);
    at(tab).tabIndex = isShown ? 0 : -1;
    at(panel).hidden = !isShown;
  }
  document.querySelector('main').classList.toggle('with-figure', shown);
  if (!shown || frame) return;
  frame = document.createElement('iframe');
  frame.title = 'The figure, in Marrow\'s window. What your functions return is in Results, in words and numbers.';
  frame.src = './?functions';
  at('figure').append(frame);
}

// The figure without the picture: a joint's matrices, and edits as lines of a script.

const ask = (name, ...words) => frame.contentWindow.marrow.ccall(name, 'string', words.map(() => 'string'), words);
function showMatrices() { if (frame?.contentWindow.useFunctions) at('matrices').innerHTML = ask('marrow_matrices', at('joint').value); }
function edit(line, done) {
  at('turn-status').textContent = ask('marrow_do', line) || done;
  showMatrices();
}

addEventListener('figure-is-there', () => {
  useFunctions();
  at('joint').replaceChildren(...ask('marrow_joints').split('\n').filter(Boolean).map((name) => new Option(name)));
  at('joint-words').hidden = false;
});
at('joint-words').addEventListener('toggle', showMatrices);
at('joint').addEventListener('change', showMatrices);
at('turn').addEventListener('submit', (event) => {
  event.preventDefault();
  const [joint, axis, degrees] = ['joint', 'axis', 'degrees'].map((id) => at(id).value);
  edit(`turn ${joint} about world ${axis} by ${degrees}`, `${joint} was turned by ${degrees} degrees about ${axis}.`);
});
at('rest').addEventListener('click', () => edit('reset all of Skeleton', 'All joints are at rest.'));
for (const tab of ['tab-sheet', 'tab-figure']) at(tab).addEventListener('click', () => showFigure(tab === 'tab-figure'));
at('tab-sheet').parentElement.addEventListener('keydown', ({ key }) => {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
  const other = at(document.activeElement.id === 'tab-sheet' ? 'tab-figure' : 'tab-sheet');
  other.focus();
  other.click();
});
