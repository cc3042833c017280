// node vrm_three_vrm.mjs NODE_MODULES MARROW FOLDER FILE: opens Marrow's VRM file of a moving figure
// in @pixiv/three-vrm, and checks its map, its meta, and the bones' places at rest and in a pose; then
// plays a .vrma file of its motion in @pixiv/three-vrm-animation and in Marrow. Places must agree
// within 1e-4 units.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, marrow, folder, figure] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(path.resolve(modules, file)));
globalThis.self = globalThis;
const THREE = await load('three/build/three.module.js');
const { GLTFLoader } = await load('three/examples/jsm/loaders/GLTFLoader.js');
const { VRMLoaderPlugin } = await load('@pixiv/three-vrm/lib/three-vrm.module.js');
const { VRMAnimationLoaderPlugin, createVRMAnimationClip } =
    await load('@pixiv/three-vrm-animation/lib/three-vrm-animation.module.js');
const MOST = 1e-4;

function run(...words) {
  const result = spawnSync(marrow, words, { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`marrow ${words.join(' ')}: ${result.stderr}`);
  return result.stderr;
}

/** The JSON of a .glb, and the rest of the file's bytes. */
function parts(file) {
  const bytes = readFileSync(file), length = bytes.readUInt32LE(12);
  return { json: JSON.parse(bytes.subarray(20, 20 + length)), rest: bytes.subarray(20 + length) };
}

function write(file, json, rest) {
  const text = Buffer.from(JSON.stringify(json));
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, 0x20)]);
  const head = Buffer.alloc(20);
  head.write('glTF', 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + padded.length + rest.length, 8);
  head.writeUInt32LE(padded.length, 12);
  head.writeUInt32LE(0x4e4f534a, 16);
  writeFileSync(file, Buffer.concat([head, padded, rest]));
}

async function open(file) {
  const loader = new GLTFLoader();
  loader.register((parser) => new VRMLoaderPlugin(parser));
  loader.register((parser) => new VRMAnimationLoaderPlugin(parser));
  const bytes = readFileSync(file);
  const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  return new Promise((done, failed) => loader.parse(data, '', done, failed));
}

function place(node) {
  node.updateWorldMatrix(true, false);
  return new THREE.Vector3().setFromMatrixPosition(node.matrixWorld);
}

let failed = false;
function expect(what, most, limit = MOST) {
  const ok = most <= limit;
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${what}: ${most.toExponential(2)} (limit ${limit})`);
  failed ||= !ok;
}

const vrm_file = path.join(folder, 'out.vrm'), moved = path.join(folder, 'moved.glb'),
      vrma_file = path.join(folder, 'motion.vrma'), played = path.join(folder, 'played.glb');
run('convert', figure, vrm_file, '--vrm-name', 'A figure', '--vrm-author', 'One', '--vrm-author', 'Two');

// Its map and its meta.
const { json } = parts(vrm_file);
const vrm = (await open(vrm_file)).userData.vrm;
if (!vrm) throw new Error('three-vrm finds no VRM in the file');
const bones = Object.keys(json.extensions.VRMC_vrm.humanoid.humanBones);
const meta = vrm.meta;
expect(`${bones.length} bones, "${meta.name}" by ${meta.authors}`,
       bones.length >= 15 && meta.metaVersion === '1' && meta.name === 'A figure' &&
       meta.authors.join() === 'One,Two' ? 0 : 1);

// At rest the figure stands, facing +z: its left is +x, its arms are held out.
const raw = (bone) => vrm.humanoid.getRawBoneNode(bone);
const arm = place(raw('leftHand')).sub(place(raw('leftUpperArm'))).normalize();
expect('the left arm is held out to +x', 1 - arm.x, 1 - Math.cos(25 * Math.PI / 180));
expect('the head is above the hips', place(raw('head')).y > place(raw('hips')).y ? 0 : 1);

// A pose: the same turns of the joints, in Marrow and in three-vrm's node tree.
let pose = vrm_file;
const turns = [['leftUpperArm', 0, 0, 1, 40], ['leftLowerArm', 0, 1, 0, -35], ['spine', 1, 0, 0, 20],
               ['rightUpperLeg', 1, 0, 0, -50], ['head', 0, 1, 0, 30]];
for (const [index, [bone, x, y, z, degrees]] of turns.entries()) {
  const next = path.join(folder, `pose${index}.glb`);
  run('pose', pose, '--joint', json.nodes[json.extensions.VRMC_vrm.humanoid.humanBones[bone].node].name,
      '--rotate', `${x},${y},${z},${degrees}`, '-o', next);
  pose = next;
  const node = raw(bone), above = new THREE.Quaternion();
  node.parent.getWorldQuaternion(above);
  const turn = new THREE.Quaternion().setFromAxisAngle(new THREE.Vector3(x, y, z), degrees * Math.PI / 180);
  node.quaternion.premultiply(above.clone().invert().multiply(turn).multiply(above));
  vrm.scene.updateMatrixWorld(true);
}
const ours = (await open(pose)).scene;
const name = (bone) =>
    THREE.PropertyBinding.sanitizeNodeName(json.nodes[json.extensions.VRMC_vrm.humanoid.humanBones[bone].node].name);
expect('the bones of a pose', Math.max(...bones.map(
    (bone) => place(raw(bone)).distanceTo(place(ours.getObjectByName(name(bone)))))));

// The figure's motion as .vrma, which rests in a T-pose, too.
run('convert', vrm_file, moved, '--add-motion', figure, '--export', 'animation');
const { json: actor, rest } = parts(moved);
const of_name = new Map(actor.nodes.map((node, index) => [node.name, index]));
const humanBones = Object.fromEntries(bones.map((bone) => [bone,
    { node: of_name.get(json.nodes[json.extensions.VRMC_vrm.humanoid.humanBones[bone].node].name) }]));
for (const node of actor.nodes) { delete node.mesh; delete node.skin; }
for (const list of ['meshes', 'skins', 'materials', 'textures', 'images', 'samplers']) delete actor[list];
actor.animations = actor.animations.slice(0, 1);
actor.extensionsUsed = ['VRMC_vrm_animation'];
actor.extensions = { VRMC_vrm_animation: { specVersion: '1.0', humanoid: { humanBones } } };
write(vrma_file, actor, rest);

const again = await open(vrm_file);
const animation = (await open(vrma_file)).userData.vrmAnimations[0];
const clip = createVRMAnimationClip(animation, again.userData.vrm);
const mixer = new THREE.AnimationMixer(again.userData.vrm.scene);
mixer.clipAction(clip).play();
run('convert', vrm_file, played, '--add-motion', vrma_file, '--export', 'animation');
const copy = await open(played), theirs = copy.scene, our_mixer = new THREE.AnimationMixer(theirs);
our_mixer.clipAction(copy.animations[0]).play();
let most = 0, swing = 0;
const start = place(again.userData.vrm.humanoid.getRawBoneNode('leftHand')).clone();
for (let frame = 0; frame < 30 * clip.duration - 1; ++frame) {
  mixer.setTime(frame / 30);
  again.userData.vrm.humanoid.update();
  our_mixer.setTime(frame / 30);
  for (const bone of bones)
    most = Math.max(most, place(again.userData.vrm.humanoid.getRawBoneNode(bone))
        .distanceTo(place(theirs.getObjectByName(name(bone)))));
  for (const hand of ['leftHand', 'rightHand'])
    swing = Math.max(swing, place(again.userData.vrm.humanoid.getRawBoneNode(hand)).distanceTo(start));
}
expect(`the bones of a .vrma of ${clip.duration.toFixed(2)} s, whose hands go as far as ${swing.toFixed(2)}`, most);
process.exit(failed ? 1 : 0);
