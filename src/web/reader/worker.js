// The reader in its Worker: gets the files that were opened together, and answers with a scene file made of one of them.
self.onmessage = async ({ data: { code, files, path } }) => {
  try {
    const program = await self.makeReader({
      instantiateWasm: (imports, done) => { WebAssembly.instantiate(code, imports).then((instance) => done(instance, code)); return {}; },
    });
    const { FS, ccall } = program;
    FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    for (const { place, bytes } of files) FS.writeFile(place, bytes, { canOwn: true });
    const to = '/scene.glb', problem = ccall('reader_read', 'string', ['string', 'string'], [path, to]);
    if (problem) { postMessage({ problem }); return; }
    const bytes = FS.readFile(to), warnings = ccall('reader_warnings', 'string', [], []);
    postMessage({ bytes, warnings: warnings ? warnings.split('\n') : [] }, [bytes.buffer]);
  } catch (error) {
    postMessage({ problem: `${path.slice(path.lastIndexOf('/') + 1)} could not be read: ${error.message ?? error}` });
  }
};
