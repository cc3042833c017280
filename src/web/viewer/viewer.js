// Shows one scene in a page, turns it and plays its motions. The scene is in the page itself (a shared page), after # in the address, or in a file named
// by ?open=.
'use strict';
(() => {
  const byId = (id) => document.getElementById(id);
  const canvas = byId('canvas'), words = byId('words'), time = byId('time'), play = byId('play'), motion = byId('motion');
  const inside = byId('scene');  // present in a shared page
  const asked = new URLSearchParams(location.search), behind = new URLSearchParams(location.hash.slice(1));
  const word = (name) => (inside ? inside.dataset[name] : behind.get(name) || asked.get(name)) || '';
  let program = null;

  function fail(sentence) {
    words.hidden = false;
    words.textContent = sentence;
  }

  // Bytes.

  function bytesOf(base64) {
    const text = atob(base64.replace(/-/g, '+').replace(/_/g, '/'));
    return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  }
  async function unpacked(bytes) {
    if (typeof DecompressionStream === 'undefined')
      throw new Error('this browser is too old to unpack it (Chrome 80, Firefox 113, Safari 16.4 can)');
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
  }

  /** The scene as {name, bytes}, or null if the address names none. */
  async function findScene() {
    if (inside) return { name: inside.dataset.name, bytes: await unpacked(bytesOf(inside.textContent)) };
    if (behind.has('scene')) return { name: word('name') || 'scene.glb', bytes: await unpacked(bytesOf(behind.get('scene'))) };
    const address = asked.get('open');
    if (!address) return null;
    const response = await fetch(address).catch(() => { throw new Error(`${address} cannot be read; its server must allow other sites to do so (CORS)`); });
    if (!response.ok) throw new Error(`${address}: the server answered ${response.status}`);
    return { name: decodeURIComponent(new URL(address, location.href).pathname.split('/').pop()), bytes: new Uint8Array(await response.arrayBuffer()) };
  }

  // Drawing, only when something changed.

  function pixels() {
    const scale = window.devicePixelRatio || 1, box = canvas.getBoundingClientRect();
    const length = (css) => Math.max(1, Math.min(8192, Math.round(css * scale)));
    return [length(box.width), length(box.height), scale];
  }
  let isAsked = false;
  function redraw() {
    if (isAsked || !program) return;
    isAsked = true;
    requestAnimationFrame(draw);
  }
  let playedUntil = null;  // time of the last frame while a motion plays
  function draw(now) {
    isAsked = false;
    if (playedUntil !== null) {
      const end = Number(time.max);
      time.value = end > 0 ? (Number(time.value) + (now - playedUntil) / 1000) % end : 0;
      playedUntil = now;
      showMoment();
      redraw();
    }
    program._viewer_draw();
  }
  function resize() {
    const [width, height, scale] = pixels();
    if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
    program._viewer_resize(width, height, scale);
    program._viewer_draw();  // at once, because resizing empties a canvas
  }

  // Motions. The shared pose is shown until a motion is played or dragged.

  function showMoment() {
    program._viewer_show_moment(Number(motion.value), Number(time.value));
    byId('clock').textContent = `${Number(time.value).toFixed(1)} / ${Number(time.max).toFixed(1)} s`;
  }
  function setPlaying(plays) {
    playedUntil = plays ? performance.now() : null;
    play.innerHTML = plays ? '&#10074;&#10074;' : '&#9654;&#xfe0e;';
    play.setAttribute('aria-label', plays ? 'Pause' : 'Play');
    redraw();
  }
  function chooseMotion() {
    time.max = program._viewer_duration(Number(motion.value));
    time.value = 0;
    showMoment();
    redraw();
  }
  function listMotions() {
    const names = program.ccall('viewer_motions', 'string', [], []);
    if (!names) return;
    names.split('\n').forEach((name, number) => motion.add(new Option(name, String(number))));
    motion.hidden = motion.length < 2;
    byId('player').hidden = false;
    time.max = program._viewer_duration(0);
    byId('clock').textContent = `${Number(time.max).toFixed(1)} s`;
    play.addEventListener('click', () => setPlaying(playedUntil === null));
    time.addEventListener('input', () => { setPlaying(false); showMoment(); });
    motion.addEventListener('change', chooseMotion);
  }

  // Pointers: one pointer turns; the middle button, Shift or two fingers pan; the wheel or two fingers zoom.

  const pointers = new Map();
  const middleOf = (all) => ({ x: all.reduce((sum, one) => sum + one.x, 0) / all.length, y: all.reduce((sum, one) => sum + one.y, 0) / all.length });
  const spanOf = (all) => all.length < 2 ? 0 : Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y);
  function zoom(factor) { program._viewer_zoom(factor); redraw(); }

  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, (event) => pointers.delete(event.pointerId));
  canvas.addEventListener('pointermove', (event) => {
    const held = pointers.get(event.pointerId);
    if (!held) return;
    const before = [...pointers.values()].map((one) => ({ ...one }));
    held.x = event.clientX;
    held.y = event.clientY;
    const after = [...pointers.values()];
    const from = middleOf(before), to = middleOf(after), scale = window.devicePixelRatio || 1;
    const pans = after.length > 1 || event.shiftKey || (event.buttons & 6) !== 0;
    (pans ? program._viewer_pan : program._viewer_orbit)((to.x - from.x) * scale, (to.y - from.y) * scale);
    if (after.length > 1 && spanOf(after) > 0) program._viewer_zoom(spanOf(before) / spanOf(after));
    redraw();
  });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY * (event.deltaMode ? 0.03 : 0.0015)))));
  }, { passive: false });
  function home() { program._viewer_home(); redraw(); }
  const kTurn = 40;
  const keys = {
    ArrowLeft: () => program._viewer_orbit(-kTurn, 0), ArrowRight: () => program._viewer_orbit(kTurn, 0),
    ArrowUp: () => program._viewer_orbit(0, -kTurn), ArrowDown: () => program._viewer_orbit(0, kTurn),
    '+': () => program._viewer_zoom(0.9), '-': () => program._viewer_zoom(1 / 0.9), Home: home, ' ': () => { if (motion.length) play.click(); },
  };
  canvas.addEventListener('keydown', (event) => {
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
    redraw();
  });
  canvas.addEventListener('webglcontextlost', (event) => { event.preventDefault(); if (program) program._viewer_lose_graphics(); });
  canvas.addEventListener('webglcontextrestored', () => { program._viewer_remake_graphics(); redraw(); });

  /** A shared page offers its scene as a file; a page on a site links to the editor there. */
  function offerMore(scene) {
    const more = byId('more');
    if (inside) {
      more.textContent = 'Save the scene';
      more.download = scene.name;
      more.href = URL.createObjectURL(new Blob([scene.bytes], { type: 'model/gltf-binary' }));
    } else {
      more.textContent = 'Open in Marrow';
      more.target = '_blank';
      asked.delete('embed');
      more.href = './' + (asked.has('open') ? '?open=' + encodeURIComponent(asked.get('open')) : '') + location.hash;
    }
    more.hidden = false;
  }

  async function start() {
    byId('caption').textContent = word('caption');
    const scene = await findScene();
    if (!scene) return fail('No scene: this address needs ?open=FILE, with the name of a .glb file next to this page.');
    program = await makeViewer({
      canvas,
      wasmBinary: await unpacked(bytesOf(byId('program').textContent)),
      print: (line) => console.log(line),
      printErr: (line) => console.warn(line),
      onAbort: (reason) => fail(`The viewer has stopped (${reason}). Load the page again.`),
    });
    const path = '/' + (scene.name.endsWith('.gltf') ? 'scene.gltf' : 'scene.glb');
    program.FS.writeFile(path, scene.bytes);
    const shown = (word('show') || 'mesh').split(',');
    const [width, height, scale] = pixels();
    canvas.width = width;
    canvas.height = height;
    const problem = program.ccall('viewer_open', 'string', ['string', 'number', 'number', 'number', 'number', 'number', 'number'],
      [path, width, height, scale, ...['mesh', 'capsules', 'joints'].map((word) => Number(shown.includes(word)))]);
    if (problem) return fail(`${scene.name} cannot be shown: ${problem.replace(path + ': ', '')}`);
    document.title = scene.name + ' - Marrow';
    listMotions();
    offerMore(scene);
    byId('home').addEventListener('click', home);
    words.hidden = true;
    resize();
    new ResizeObserver(resize).observe(canvas);
    window.viewer = program;
  }

  if (document.createElement('canvas').getContext('webgl2') === null)
    fail('This browser shows no WebGL 2, which draws the picture. Turn on graphics acceleration in its settings, or try another browser.');
  else
    start().catch((error) => fail(`The scene cannot be shown: ${error.message}`));
})();
