// Results as HTML: per task a heading, failed checks in full, passed ones folded.
const kFolded = 'passed';

const element = (name, attributes = {}, ...inside) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
};

/** The judge's HTML, in which everything that comes from a student is text. */
function shown(result) {
  const made = element('div', { class: 'check' });
  made.innerHTML = result.html;
  for (const table of made.querySelectorAll('table')) {
    const wide = element('div', { class: 'wide' });
    table.replaceWith(wide);
    wide.append(table);
  }
  made.querySelector('h3').tabIndex = -1;
  return made;
}

const passedOf = (results) => results.filter(({ verdict }) => verdict === 'passed');
export const summaryOf = ({ number }, results) => `Task ${number}: ${passedOf(results).length} of ${results.length} checks passed`;

/** The first failed check of all: what to look at next. */
function lookFirst(results) {
  const first = results.find(({ verdict }) => verdict !== 'passed');
  if (!first) return [];
  const link = element('a', { href: `#${first.name}` }, first.name);
  link.addEventListener('click', (event) => {
    event.preventDefault();
    const heading = document.getElementById(first.name);
    heading.scrollIntoView();
    heading.focus();
  });
  const [story, , ...rows] = first.output.split('\n'), hint = rows.find((row) => /^(likely|rule) /.test(row));
  return [element('div', { id: 'first' }, element('h3', {}, 'Look at next'), element('p', {}, link, `: ${story}`),
    ...hint ? [element('p', {}, `${hint.startsWith('likely') ? 'Likely: ' : 'The rule: '}${hint.replace(/^\w+\s+/, '')}`)] : [])];
}

/** `notes`: name of a file -> what is wrong with it. */
export function show(place, tasks, results, notes, seed) {
  const byTask = tasks.map((task) => ({ task, own: results.filter(({ number }) => Number(number) === task.number) })).filter(({ own }) => own.length > 0);
  const parts = [...lookFirst(results)];
  for (const { task, own } of byTask) {
    const passed = passedOf(own), points = own.reduce((sum, { score }) => sum + score, 0), most = own.reduce((sum, { max_score }) => sum + max_score, 0);
    parts.push(element('h2', {}, `Task ${task.number}: ${task.title}${task.is_extra ? ' (extra)' : ''}`),
      element('p', {}, `${passed.length} of ${own.length} checks passed, ${points} of ${most} points.`));
    const note = Object.entries(notes).find(([name]) => Number(name[4]) === task.number);
    if (note) parts.push(element('p', { class: 'failed' }, note[1]));
    parts.push(...own.filter(({ verdict }) => verdict !== 'passed').map(shown));
    if (passed.length > 0) parts.push(element('details', { class: kFolded }, element('summary', {}, `${passed.length} passed`), ...passed.map(shown)));
  }
  parts.push(element('p', { class: 'hint' }, `Random inputs: --seed ${seed}. Your code is compiled and checked as by marrow grade --wasm.`));
  place.replaceChildren(...parts);
}
