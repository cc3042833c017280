// The compiler fetches its own files. This module comes before it and hands it the packed ones of this folder, with progress.
const kUnpacked = { 'Content-Type': 'application/wasm' };
export const progress = { done: 0, total: 0, note() {} };

/** The body of a packed file, unpacked unless the browser has done it already because the server announced it. */
export async function fetchPacked(name, note = () => {}) {
  const response = await fetchOwn(new URL(`${name}.gz`, self.location.href)).catch(() => { throw new Error(`${name} could not be fetched: is there a network? It is needed once`); });
  if (!response.ok) throw new Error(`${name}.gz: the server answered ${response.status}; the site is not complete`);
  const counted = response.body.pipeThrough(new TransformStream({ transform(piece, to) { note(piece.length); to.enqueue(piece); } }));
  const [head, body] = counted.tee(), reader = head.getReader(), { value } = await reader.read();
  reader.cancel();
  const isPacked = value?.[0] === 0x1f && value[1] === 0x8b;
  return new Response(isPacked ? body.pipeThrough(new DecompressionStream('gzip')) : body, { headers: kUnpacked });
}

const fetchOwn = globalThis.fetch?.bind(globalThis);
if (typeof kPackedSizes !== 'undefined' && typeof window === 'undefined') {
  globalThis.fetch = (address) => {
    const plain = new URL(address).pathname.split('/').pop(), name = plain.endsWith('.wasm') ? `${kCompilerVersion}.${plain}` : plain;
    progress.total ||= Object.entries(kPackedSizes).reduce((sum, [file, size]) => sum + (file.startsWith('judge') ? 0 : size), 0);
    return fetchPacked(name, (bytes) => { progress.done += bytes; progress.note(progress); });
  };
}
