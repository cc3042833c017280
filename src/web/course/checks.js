// Runs checks in a Worker, one at a time. A Worker whose functions do not return in time is ended, and the next check gets another one.
import { fetchPacked } from './packed_files.js';

const kSeconds = 10, kPatience = 3000;  // seconds; milliseconds more, for the judge itself
const functionNames = Object.keys(kCourse.contract);
let program = null;  // promise of the judge's script and code

function fetchJudge() {
  program ??= Promise.all([
    fetchPacked('course/judge.js').then((response) => response.blob()).then((blob) => URL.createObjectURL(new Blob([blob], { type: 'text/javascript' }))),
    fetchPacked('course/judge.wasm').then((response) => WebAssembly.compileStreaming(response)),
  ]).then(([script, code]) => ({ script, code })).catch((error) => { program = null; throw error; });
  return program;
}

export class Checker {
  #worker = null;
  #slow = 0;  // number of checks that took too long: after three, the others get a tenth of the time
  #fail = null;
  /** `code`: the module with the functions; null: only to ask for the list. `course`: the text of course.json, or empty. */
  constructor(code, course) { Object.assign(this, { code, course }); }

  async #start() {
    const { script, code } = await fetchJudge();
    this.#worker = new Worker(script);
    const library = new URL('course/functions.js', location.href).href;
    this.judges = await this.#ask({ program: code, code: this.code, library, course: this.course });
  }
  /** `seconds`: how long the Worker may be silent; 0: forever. */
  #ask(question, seconds = 0) {
    const worker = this.#worker;
    return new Promise((done, failed) => {
      let timer = 0, last = -1;
      this.#fail = failed;
      const expect = () => {
        clearTimeout(timer);
        if (seconds > 0) timer = setTimeout(() => { this.stop(); done({ late: functionNames[last] ?? '' }); }, 1000 * seconds + kPatience);
      };
      expect();
      worker.onmessage = ({ data }) => {
        if ('calling' in data) { last = data.calling; expect(); return; }
        clearTimeout(timer);
        if (data.problem) failed(new Error(data.problem)); else done(data);
      };
      worker.onerror = (event) => { clearTimeout(timer); failed(new Error(event.message || 'the judge could not be started')); };
      worker.postMessage(question);
    });
  }
  /** `tasks`: all tasks, with the course's checks; `course`: the course's choices, in sentences; `has_rows`: it uses row vectors. */
  async list() {
    if (!this.#worker) await this.#start();
    return this.judges;
  }
  async run(check, seed) {
    if (!this.#worker) await this.#start();
    const seconds = this.#slow >= 3 ? kSeconds / 10 : kSeconds;
    const { result, late } = await this.#ask({ check, seed, seconds }, seconds);
    if (result && result.verdict !== 'timed out') return result;
    this.#slow += 1;
    if (result) return result;
    await this.#start();
    return (await this.#ask({ check, late, seconds })).result;
  }
  stop() {
    this.#worker?.terminate();
    this.#worker = null;
  }
  /** Ends the running check, whose promise fails. */
  cancel() {
    this.stop();
    this.#fail?.(new Error('stopped'));
  }
}
