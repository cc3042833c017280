// node host.mjs MODULE.wasm: serves the functions of a submission that was compiled to WebAssembly, as course/serve.h does for a native program:
// requests come through descriptor 3, replies go through descriptor 4.
import { readFileSync, readSync, writeSync } from 'node:fs';
import { EndOfProcess, functionsOf, kReady, signalOf } from './functions.mjs';

const kRequests = 3, kReplies = 4;

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

function write(bytes, descriptor) {
  try {
    writeSync(descriptor, bytes);
  } catch {} // the reader is gone
}

try {
  const call = functionsOf(new WebAssembly.Module(readFileSync(process.argv[2])),
    { write, processorTime: () => 1000n * BigInt(process.cpuUsage().user) });
  send(new Uint8Array([kReady]));
  for (;;) send(call(readAll(Number(readAll(8).readBigUInt64LE()))));
} catch (error) {
  if (error instanceof EndOfProcess) process.exit(error.status);
  process.kill(process.pid, signalOf(error));
}
