// node validate_gltf.js MODULES FILE...: the Khronos validator over glTF files, one line a file with faults; exit 1 where it finds an error
// or a warning. Only data URIs and .glb: what we write is one file.
'use strict';
const fs = require('fs');
const path = require('path');
const [modules, ...files] = process.argv.slice(2);
const validator = require(path.join(modules, 'gltf-validator'));

async function check(file) {
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {uri: path.basename(file), maxIssues: 100});
  const {numErrors, numWarnings, messages} = report.issues;
  if (numErrors + numWarnings === 0) return true;
  const seen = new Set();
  console.log(`${file}: ${numErrors} errors, ${numWarnings} warnings`);
  for (const {severity, code, message, pointer} of messages) {
    if (severity > 1 || seen.has(code)) continue;
    seen.add(code);
    console.log(`  ${code} ${pointer}: ${message}`);
  }
  return false;
}

(async () => {
  let sound = 0;
  for (const file of files) sound += await check(file);
  console.log(`${sound} of ${files.length} files without error or warning (validator ${validator.version()})`);
  process.exitCode = sound === files.length && files.length > 0 ? 0 : 1;
})();
