// The judge in its Worker: runs one check at a time on a module with a student's functions. The judge's own script precedes this one in the file
// (--extern-post-js). Reports which function it calls, at most every kSilence for one function: the page ends a Worker that is silent for too long.
(() => {
  const kSilence = 200;  // milliseconds

  /** Makes the judge's functions (see main.cpp) for a module. `course`: the text of course.json, or empty. */
  self.startJudge = async ({ program, code, library, notice, course = '' }) => {
    let last = { function: -1, time: 0 };
    const functions = library.functionsForJudge(code, (which) => {
      const time = performance.now();
      if (which !== last.function || time - last.time > kSilence) notice((last = { function: which, time }).function);
    });
    const judge = await self.makeJudge({ functions,
      instantiateWasm: (imports, done) => { WebAssembly.instantiate(program, imports).then((instance) => done(instance, program)); return {}; } });
    const ask = (name, types, values) => judge.ccall(name, 'string', types, values);
    const problem = course && ask('judge_take_course', ['string'], [course]);
    if (problem) throw new Error(problem);
    return {
      list: () => JSON.parse(ask('judge_list', [], [])),
      run: (check, seed, seconds) => JSON.parse(ask('judge_run', ['string', 'number', 'number'], [check, seed, seconds])),
      timedOut: (check, name, seconds) => JSON.parse(ask('judge_timed_out', ['string', 'string', 'number'], [check, name, seconds])),
    };
  };

  // In the page (web/course/checks.js): the first message is { program, code, library }, each later one a check.
  let judge = null;
  self.onmessage = async ({ data }) => {
    try {
      if (data.program) {
        judge = await self.startJudge({ ...data, library: await import(data.library), notice: (calling) => postMessage({ calling }) });
        postMessage(judge.list());
      } else {
        postMessage({ result: 'late' in data ? judge.timedOut(data.check, data.late, data.seconds) : judge.run(data.check, data.seed, data.seconds) });
      }
    } catch (error) {
      postMessage({ problem: `the judge stopped: ${error.message ?? error}` });
    }
  };
})();
