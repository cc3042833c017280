// node host.mjs MODULE.wasm: serves the functions of a submission that was compiled to WebAssembly (module.cpp), as course/serve.h does for a native
// program: requests come through descriptor 3, replies go through descriptor 4. The module reaches nothing but what is given to it here.
import {readFileSync, readSync, writeSync} from 'node:fs';

const kRequests = 3, kReplies = 4;
const kReady = 0, kThrew = 2, kOutOfMemory = 3; // enum Reply

class EndOfCall { // thrown through the module
  constructor(reply) { this.reply = reply; }
}

function inWords(kind, text) {
  const letters = Buffer.from(text);
  const reply = Buffer.alloc(9 + letters.length);
  reply[0] = kind;
  reply.writeBigUInt64LE(BigInt(letters.length), 1);
  letters.copy(reply, 9);
  return reply;
}

function readAll(size) {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size;) {
    const count = readSync(kRequests, bytes, at, size - at, null);
    if (count === 0) process.exit(0);
    at += count;
  }
  return bytes;
}

function writeAll(bytes) {
  for (let at = 0; at < bytes.length;) at += writeSync(kReplies, bytes, at, bytes.length - at);
}

function send(reply) {
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(reply.length));
  writeAll(Buffer.concat([size, reply]));
}

let memory;
const view = () => new DataView(memory.buffer);
function textAt(pointer) {
  const bytes = new Uint8Array(memory.buffer, pointer);
  return Buffer.from(bytes.subarray(0, Math.max(0, bytes.indexOf(0)))).toString();
}

const kBadDescriptor = 8, kDone = 0;
const wasi = { // what the library asks for: it may print, and look at a clock
  fd_write(descriptor, pieces, count, written) {
    if (descriptor !== 1 && descriptor !== 2) return kBadDescriptor;
    let total = 0;
    for (let k = 0; k < count; ++k) {
      const begin = view().getUint32(pieces + 8 * k, true), size = view().getUint32(pieces + 8 * k + 4, true);
      try {
        writeSync(descriptor, new Uint8Array(memory.buffer, begin, size));
      } catch {} // nobody reads it
      total += size;
    }
    view().setUint32(written, total, true);
    return kDone;
  },
  clock_time_get(clock, precision, result) { // 2 and 3: of the process and of the thread, of which there is one
    const isOfProcessor = clock === 2 || clock === 3;
    view().setBigUint64(result, isOfProcessor ? 1000n * BigInt(process.cpuUsage().user) : process.hrtime.bigint(), true);
    return kDone;
  },
  proc_exit(status) { process.exit(status); },
};
const marrow = {
  out_of_memory() { throw new EndOfCall(Buffer.from([kOutOfMemory])); },
  threw(text) { throw new EndOfCall(inWords(kThrew, textAt(text))); },
};

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const imports = {marrow, wasi_snapshot_preview1: wasi};
for (const {module: from, name} of WebAssembly.Module.imports(module))
  if (from === 'wasi_snapshot_preview1') imports[from][name] ??= () => kBadDescriptor; // no files, no environment
const {exports} = new WebAssembly.Instance(module, imports);
memory = exports.memory;

/// What stops a native program by a signal stops the module by a trap: the judge sees the same.
function signalOf(error) {
  if (error instanceof RangeError || /out of bounds|indirect call|table index|null function/.test(error.message)) return 'SIGSEGV'; // RangeError: the stack is full
  if (/divide by zero|integer overflow|unrepresentable/.test(error.message)) return 'SIGFPE';
  return 'SIGABRT';
}

function stop(error) { process.kill(process.pid, signalOf(error)); }

try {
  exports._initialize(); // the submission's static objects
} catch (error) {
  stop(error);
}
send(Buffer.from([kReady]));
for (;;) {
  const request = readAll(Number(readAll(8).readBigUInt64LE()));
  try {
    const place = exports.request(request.length);
    new Uint8Array(memory.buffer).set(request, place);
    const size = exports.call() >>> 0;
    send(Buffer.from(memory.buffer, exports.reply() >>> 0, size));
  } catch (error) {
    if (!(error instanceof EndOfCall)) stop(error);
    send(error.reply);
  }
}
