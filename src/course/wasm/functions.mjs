// Calls the functions of a submission that was compiled to WebAssembly (module.cpp), in Node.js and in a page. The module reaches nothing but what is
// given to it here.
export const kReady = 0;
const kThrew = 2, kOutOfMemory = 3; // enum Reply (course/serve.h)
const kBadDescriptor = 8, kDone = 0; // error numbers of WASI

class EndOfCall { // thrown through the module
  constructor(reply) { this.reply = reply; }
}

/** Thrown through the module when it ends its process. */
export class EndOfProcess {
  constructor(status) { this.status = status; }
}

function inWords(kind, text) {
  const letters = new TextEncoder().encode(text), reply = new Uint8Array(9 + letters.length);
  reply[0] = kind;
  new DataView(reply.buffer).setBigUint64(1, BigInt(letters.length), true);
  reply.set(letters, 9);
  return reply;
}

/** The signal that would stop a native program where a trap stopped the module, so that the judge reports both alike. */
export function signalOf(error) {
  if (error instanceof RangeError || /out of bounds|indirect call|table index|null function/.test(error.message)) return 'SIGSEGV'; // RangeError: the stack is full
  if (/divide by zero|integer overflow|unrepresentable/.test(error.message)) return 'SIGFPE';
  return 'SIGABRT';
}

/** `code`: a WebAssembly.Module. `write(bytes)` gets what it prints; `processorTime()` is in nanoseconds, as a BigInt. Returns call(request), whose result
 *  is the reply. Both throw what ends the process: a trap, or EndOfProcess. */
export function functionsOf(code, { write, processorTime }) {
  let memory = null;
  const view = () => new DataView(memory.buffer);
  const textAt = (pointer) => {
    const bytes = new Uint8Array(memory.buffer, pointer);
    return new TextDecoder().decode(bytes.slice(0, Math.max(0, bytes.indexOf(0))));
  };
  const wasi = { // what the library asks for: it may print, and look at a clock
    fd_write(descriptor, pieces, count, written) {
      if (descriptor !== 1 && descriptor !== 2) return kBadDescriptor;
      let total = 0;
      for (let k = 0; k < count; ++k) {
        const begin = view().getUint32(pieces + 8 * k, true), size = view().getUint32(pieces + 8 * k + 4, true);
        write(new Uint8Array(memory.buffer, begin, size), descriptor);
        total += size;
      }
      view().setUint32(written, total, true);
      return kDone;
    },
    clock_time_get(clock, precision, result) { // clocks 2 and 3: processor time of the process and of its only thread
      const isOfProcessor = clock === 2 || clock === 3;
      view().setBigUint64(result, isOfProcessor ? processorTime() : BigInt(Math.round(1e6 * performance.now())), true);
      return kDone;
    },
    proc_exit(status) { throw new EndOfProcess(status); },
  };
  const marrow = {
    out_of_memory() { throw new EndOfCall(new Uint8Array([kOutOfMemory])); },
    threw(text) { throw new EndOfCall(inWords(kThrew, textAt(text))); },
  };
  const imports = { marrow, wasi_snapshot_preview1: wasi };
  for (const { module: from, name } of WebAssembly.Module.imports(code))
    if (from === 'wasi_snapshot_preview1') imports[from][name] ??= () => kBadDescriptor; // no files, no environment
  const { exports } = new WebAssembly.Instance(code, imports);
  memory = exports.memory;
  exports._initialize(); // the submission's static objects
  return (request) => {
    try {
      const place = exports.request(request.length) >>> 0;
      new Uint8Array(memory.buffer).set(request, place);
      const size = exports.call() >>> 0, reply = exports.reply() >>> 0;
      return new Uint8Array(memory.buffer, reply, size);
    } catch (error) {
      if (error instanceof EndOfCall) return error.reply;
      throw error;
    }
  };
}

const kSignals = { SIGABRT: 'signal 6 (Aborted)', SIGFPE: 'signal 8 (Floating point exception)', SIGSEGV: 'signal 11 (Segmentation fault)' };
const kMostPrinted = 4096;

/** What a program compiled for a page calls instead of a process (platform/web/worker_process.cpp), as its Module.functions. `notice(index)` is called before
 *  each call, with the number of the function in the contract. */
export function functionsForJudge(code, notice = () => {}) {
  let call = null;
  const own = { reply: null, end: null, printed: '',
    start() {
      own.printed = '';
      return guarded(() => {
        call = functionsOf(code, { write: print, processorTime: () => BigInt(Math.round(1e6 * performance.now())) });
        return new Uint8Array([kReady]);
      });
    },
    call(request) {
      notice(new DataView(request.buffer).getUint32(0, true));
      return guarded(() => call(request));
    },
  };
  function print(bytes) { own.printed = (own.printed + new TextDecoder().decode(bytes.slice())).slice(-kMostPrinted); }
  function guarded(work) {
    own.end = null;
    try {
      own.reply = work();
      return own.reply.length;
    } catch (error) {
      own.end = error instanceof EndOfProcess ? { signal: '', status: error.status } : { signal: kSignals[signalOf(error)], status: 0 };
      return -1;
    }
  }
  return own;
}
