// What the browser keeps: the files, and the runs with the files as they were.
const kFiles = 'marrow-course-files', kRuns = 'marrow-course-runs', kMostRuns = 40;

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}
/** Returns a sentence if it cannot be kept. */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return '';
  } catch {
    return 'This browser keeps nothing more (its storage is full, or this is a private window): download the zip before you close the page.';
  }
}

const { stubs } = kCourse;
/** name -> text, of all tasks. */
export const texts = { ...stubs, ...read(kFiles, {}) };
for (const name of Object.keys(texts)) if (!(name in stubs)) delete texts[name];

const changed = () => Object.fromEntries(Object.entries(texts).filter(([name, text]) => text !== stubs[name]));
export const isUntouched = (name) => texts[name] === stubs[name];
export const changedTexts = changed;
export function keep() { return write(kFiles, changed()); }

export const runs = () => read(kRuns, []);
/** { time, words }: with the files as they are now. */
export function keepRun(run) {
  let all = [{ ...run, texts: changed() }, ...runs()].slice(0, kMostRuns), problem = write(kRuns, all);
  while (problem && all.length > 1) problem = write(kRuns, all = all.slice(0, Math.floor(all.length / 2)));
  return problem;
}
