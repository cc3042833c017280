// A stranger's eyes on our animations: three.js loads a glTF file and what the program made of it, and plays both at 100 random times of each
// animation. Every node of the original has to stand as the one of its name does in the copy; one without a name of its own, as some node there.
// Left out are nodes of skinned meshes, whose place means nothing (glTF 2.0, 3.7.3.2), and empty nodes on joints that the copy has not: ends of
// bones, which come back as extents, and data that src/io/FORMAT.md lists as not kept.
//   node three_mixer.mjs NODE_MODULES ORIGINAL COPY [COPY...]
// Prints, for each copy, how many nodes and times were compared and the largest difference of a world matrix, in sizes of the figure and
// of the node's scale.
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [modules, original, ...copies] = process.argv.slice(2)
const three = pathToFileURL(resolve(modules, 'three')).href
globalThis.self = globalThis
globalThis.ProgressEvent ??= class {}
const { AnimationMixer, LoopOnce } = await import(`${three}/build/three.module.js`)
const { GLTFLoader } = await import(`${three}/examples/jsm/loaders/GLTFLoader.js`)

const kTimes = 100
const kMost = 1e-5  // of the figure's size

/** The JSON and the binary chunk of a .glb or .gltf file. */
function parts(file) {
  const bytes = readFileSync(file)
  if (bytes.toString('latin1', 0, 4) !== 'glTF') return { json: JSON.parse(bytes.toString('utf8')), chunk: null }
  const length = bytes.readUInt32LE(12)
  const json = JSON.parse(bytes.toString('utf8', 20, 20 + length))
  return { json, chunk: bytes.length > 28 + length ? bytes.subarray(28 + length) : null }
}

/** The same as text with all buffers inside and nothing to paint: pictures need a browser. */
function plain(file) {
  const { json, chunk } = parts(file)
  for (const buffer of json.buffers ?? []) {
    if (buffer.uri?.startsWith('data:')) continue
    const bytes = buffer.uri ? readFileSync(join(dirname(file), decodeURIComponent(buffer.uri))) : chunk
    buffer.uri = `data:application/octet-stream;base64,${bytes.subarray(0, buffer.byteLength).toString('base64')}`
  }
  for (const mesh of json.meshes ?? []) for (const primitive of mesh.primitives) delete primitive.material
  for (const what of ['materials', 'textures', 'images', 'samplers', 'extensionsRequired', 'extensionsUsed', 'extensions']) delete json[what]
  for (const node of json.nodes ?? []) delete node.extensions
  return JSON.stringify(json)
}

async function load(file) {
  const gltf = await new Promise((done, failed) => new GLTFLoader().parse(plain(file), '', done, failed))
  const given = parts(file).json.nodes ?? []
  const joints = new Set((parts(file).json.skins ?? []).flatMap(skin => skin.joints))
  const empty = new Set([...joints].flatMap(joint => given[joint].children ?? []).filter(child =>
    !joints.has(child) && ['mesh', 'camera', 'children'].every(key => given[child][key] === undefined)))
  const objects = []
  for (const [object, where] of gltf.parser.associations)
    if (object.isObject3D && where?.nodes !== undefined && given[where.nodes].skin === undefined)
      objects.push({ object, name: given[where.nodes].name ?? '', isEmpty: empty.has(where.nodes) })
  const named = new Map()
  for (const { object, name } of objects) named.set(name, named.has(name) ? null : object)  // a name of two says nothing
  named.delete('')
  const root = gltf.scene
  return { root, objects, named, clips: gltf.animations, mixer: new AnimationMixer(root) }
}

function pose(model, clip, time) {
  model.mixer.stopAllAction()
  const action = model.mixer.clipAction(clip)
  action.setLoop(LoopOnce)
  action.clampWhenFinished = true
  action.reset().play()
  model.mixer.setTime(time)
  model.root.updateMatrixWorld(true)
}

/** The diagonal of where the nodes are. */
function size(model) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity]
  for (const { object } of model.objects)
    for (let i = 0; i < 3; ++i) {
      low[i] = Math.min(low[i], object.matrixWorld.elements[12 + i])
      high[i] = Math.max(high[i], object.matrixWorld.elements[12 + i])
    }
  return Math.hypot(...high.map((h, i) => h - low[i])) || 1
}

function difference(a, b, length) {
  let most = 0, scale = 1
  for (let i = 0; i < 12; ++i) scale = Math.max(scale, Math.abs(a.elements[i]))
  for (let i = 0; i < 16; ++i) most = Math.max(most, Math.abs(a.elements[i] - b.elements[i]) / (i >= 12 ? length : scale))
  return most
}

/** From the node of that name, else from the nearest; the one that was near at another time is tried first. */
function apart(name, object, copy, length, nearest) {
  const from = other => difference(object.matrixWorld, other.matrixWorld, length)
  const same = name && copy.named.get(name)
  if (same) return from(same)
  const before = nearest.get(object)
  if (before && from(before) <= kMost) return from(before)
  let least = Infinity
  for (const other of copy.objects) {
    const one = from(other.object)
    if (one < least) {
      least = one
      nearest.set(object, other.object)
    }
  }
  return least
}

let seed = 1
function random() {
  seed = (seed * 48271) % 2147483647
  return seed / 2147483647
}

let failed = false
for (const copy of copies) {
  const [a, b] = [await load(original), await load(copy)]
  let most = 0, where = ''
  const nearest = new Map()
  if (a.clips.length !== b.clips.length) {
    console.log(`${copy}: ${b.clips.length} animations of ${a.clips.length}`)
    failed = true
  }
  for (let c = 0; c < Math.min(a.clips.length, b.clips.length); ++c)
    for (let n = 0; n < kTimes; ++n) {
      const time = random() * a.clips[c].duration
      pose(a, a.clips[c], time)
      pose(b, b.clips[c], time)
      const length = size(a)
      for (const { object, name, isEmpty } of a.objects) {
        if (isEmpty && !b.named.has(name)) continue
        const one = apart(name, object, b, length, nearest)
        if (!(one <= most)) [most, where] = [one, `${name} at ${time.toFixed(3)} of ${a.clips[c].name}`]
      }
    }
  console.log(`${copy}: ${a.clips.length} animations, ${a.objects.length} nodes at ${kTimes} times: ${most.toExponential(2)}${where && `, ${where}`}`)
  failed ||= !(most <= kMost) || (a.clips.length > 0 && a.objects.length === 0)
}
process.exit(failed ? 1 : 0)
