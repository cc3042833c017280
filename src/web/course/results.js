// Results as HTML: per task a heading, failed checks in full, passed ones folded.

export const element = (name, attributes = {}, ...inside) => {
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

/** What to look at next: the compiler's first error, else the first failed check. */
function lookFirst(results, [broken]) {
  const link = (words, to, target) => {
    const made = element('a', { href: `#${to}` }, words);
    made.addEventListener('click', (event) => {
      event.preventDefault();
      const place = target();
      place?.scrollIntoView();
      place?.focus();
    });
    return made;
  };
  const box = (...lines) => [element('div', { id: 'first' }, element('h3', {}, 'Look at next'), ...lines.map((line) => element('p', {}, ...line)))];
  if (broken) return box([link('The compiler\'s first error', 'errors', () => document.querySelector('#errors a')), ` in ${broken}. The checks of that task were not run.`]);
  const first = results.find(({ verdict }) => verdict !== 'passed');
  if (!first) return [];
  const [story, , ...rows] = first.output.split('\n'), hint = rows.find((row) => /^(likely|rule) /.test(row));
  return box([link(first.name, first.name, () => document.getElementById(first.name)), `: ${story}`],
    ...hint ? [[`${hint.startsWith('likely') ? 'Likely: ' : 'The rule: '}${hint.replace(/^\w+\s+/, '')}`]] : []);
}

/** `broken`: the files that do not compile, whose checks have no results. */
export function show(place, tasks, results, broken, seed) {
  const parts = lookFirst(results, broken);
  for (const task of tasks) {
    const own = results.filter(({ number }) => Number(number) === task.number), file = broken.find((name) => Number(name[4]) === task.number);
    if (own.length === 0 && !file) continue;
    const passed = passedOf(own), points = own.reduce((sum, { score }) => sum + score, 0), most = own.reduce((sum, { max_score }) => sum + max_score, 0);
    parts.push(element('h2', {}, `Task ${task.number}: ${task.title}${task.is_extra ? ' (extra)' : ''}`),
      file ? element('p', { class: 'failed' }, `${file} does not compile.`) : element('p', {}, `${passed.length} of ${own.length} checks passed, ${points} of ${most} points.`),
      ...own.filter(({ verdict }) => verdict !== 'passed').map(shown));
    if (passed.length > 0) parts.push(element('details', {}, element('summary', {}, `${passed.length} passed`), ...passed.map(shown)));
  }
  parts.push(element('p', { class: 'hint' }, `Random inputs: --seed ${seed}. Your code is compiled and checked as by marrow grade --wasm.`));
  place.replaceChildren(...parts);
}
