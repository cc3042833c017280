// The page's reader (src/web/reader) in Node.js: opens what the page leaves to it, and the page knows which files these are.   node reader.mjs SITE
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';

const site = process.argv[2], root = path.join(path.dirname(new URL(import.meta.url).pathname), '../..');
Object.assign(globalThis, { self: globalThis, location: { href: 'http://localhost/reader.js' }, importScripts() {} });
vm.runInThisContext(fs.readFileSync(path.join(site, 'reader.js'), 'utf8'));
const code = new WebAssembly.Module(fs.readFileSync(path.join(site, 'reader.wasm')));
const script = fs.readFileSync(path.join(root, 'src/web/page/page.js'), 'utf8');
const isForReader = vm.runInThisContext(`(() => { ${script.match(/const kRare = [^]*?\n {2}}\n/)[0]} return isForReader; })()`);

async function read(name, bytes) {
  let answer = null;
  globalThis.postMessage = (message) => { answer = message; };
  await self.onmessage({ data: { code, path: `/kept/${name}`, files: [{ place: `/kept/${name}`, bytes: new Uint8Array(bytes) }] } });
  return answer;
}
const seed = (name) => new Uint8Array(fs.readFileSync(path.join(root, 'tests/fuzz/seeds', name)));
const jsonOf = (glb) => JSON.parse(Buffer.from(glb.subarray(20, 20 + new DataView(glb.buffer, glb.byteOffset).getUint32(12, true))).toString());

for (const name of ['draco.glb', 'draco_sequential.glb', 'meshopt.glb', 'fbx/two_bones.fbx']) {
  const bytes = seed(name.includes('/') ? name : `glb/${name}`);
  assert.ok(isForReader(name, bytes), `${name} is for the reader`);
  const { bytes: made, problem } = await read(path.basename(name), bytes);
  assert.equal(problem, undefined);
  assert.ok(!isForReader('made.glb', made), `what is made of ${name} is not`);
  const json = jsonOf(made), [primitive] = json.meshes[0].primitives;
  assert.ok(json.skins[0].joints.length >= 2 && json.animations.length > 0);
  if (name.endsWith('.glb')) assert.equal(json.accessors[primitive.attributes.POSITION].count, 48);
}

// A triangle with a picture of 2 x 2 pixels as WebP: the page gets a PNG.
function withPicture() {
  const webp = Buffer.from('524946462c000000574542505650384c1f0000002f014000001f201048de1f3a8df9171014fc1fddfc47640fe0060c11fd0f0100', 'hex');
  const numbers = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1]).buffer);
  const binary = Buffer.concat([numbers, webp]);
  const json = Buffer.from(JSON.stringify({
    asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }],
    extensionsUsed: ['EXT_texture_webp'], extensionsRequired: ['EXT_texture_webp'],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, material: 0 }] }],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    textures: [{ extensions: { EXT_texture_webp: { source: 0 } } }], images: [{ bufferView: 2, mimeType: 'image/webp' }],
    accessors: [{ bufferView: 0, componentType: 5126, type: 'VEC3', count: 3, min: [0, 0, 0], max: [1, 1, 0] }, { bufferView: 1, componentType: 5126, type: 'VEC2', count: 3 }],
    bufferViews: [{ buffer: 0, byteLength: 36 }, { buffer: 0, byteOffset: 36, byteLength: 24 }, { buffer: 0, byteOffset: 60, byteLength: webp.length }],
    buffers: [{ byteLength: binary.length }] }).padEnd(1200));
  const head = Buffer.alloc(20), part = Buffer.alloc(8);
  head.write('glTF'); head.writeUInt32LE(2, 4); head.writeUInt32LE(28 + json.length + binary.length, 8); head.writeUInt32LE(json.length, 12); head.write('JSON', 16);
  part.writeUInt32LE(binary.length); part.write('BIN\0', 4);
  return new Uint8Array(Buffer.concat([head, json, part, binary]));
}
const picture = withPicture();
assert.ok(isForReader('picture.glb', picture));
const png = await read('picture.glb', picture);
assert.equal(png.problem, undefined);
assert.deepEqual(jsonOf(png.bytes).images.map(({ mimeType }) => mimeType), ['image/png']);
assert.ok(!isForReader('made.glb', png.bytes));

const broken = await read('cut.glb', seed('glb/draco.glb').subarray(0, 2000));
assert.match(broken.problem, /cut\.glb/);
assert.ok(!isForReader('plain.glb', seed('glb/rich.glb')) && !isForReader('short.glb', new Uint8Array(3)) && !isForReader('a.obj', picture.subarray(30)));
console.log('the reader opens FBX, Draco, meshopt and WebP');
