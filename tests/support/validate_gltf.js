// node validate_gltf.js MODULES [FILE | FILE=ORIGINAL]...: runs the Khronos validator on glTF files; prints one line for each file with faults. Exit
// 1 if it finds an error, or a warning that the original does not have. Only data URIs and .glb: what we write is one file.
'use strict';
const fs = require('fs');
const path = require('path');
const [modules, ...files] = process.argv.slice(2);
const validator = require(path.join(modules, 'gltf-validator'));

async function report(file) {
  const bytes = new Uint8Array(fs.readFileSync(file));
  const options = {uri: path.basename(file), maxIssues: 100};
  const folder = path.dirname(file);
  options.externalResourceFunction = (uri) => fs.promises.readFile(path.join(folder, decodeURIComponent(uri)));
  return (await validator.validateBytes(bytes, options)).issues;
}

const warningsOf = new Map();  // codes of warnings, by original
async function inherited(original) {
  if (!warningsOf.has(original)) {
    const {messages} = await report(original);
    warningsOf.set(original, new Set(messages.filter(({severity}) => severity === 1).map(({code}) => code)));
  }
  return warningsOf.get(original);
}

async function check(argument) {
  const [file, original] = argument.split('=');
  const {messages} = await report(file);
  const faults = messages.filter(({severity}) => severity <= 1);
  if (faults.length === 0) return true;
  const excused = original ? await inherited(original) : new Set();
  const own = faults.filter(({severity, code}) => severity === 0 || !excused.has(code));
  if (own.length === 0) return true;
  const seen = new Set();
  console.log(`${file}: ${own.length} errors and warnings`);
  for (const {code, message, pointer} of own) {
    if (seen.has(code)) continue;
    seen.add(code);
    console.log(`  ${code} ${pointer}: ${message}`);
  }
  return false;
}

(async () => {
  let sound = 0;
  for (const file of files) sound += await check(file);
  console.log(`${sound} of ${files.length} files without an error or warning of their own (validator ${validator.version()})`);
  process.exitCode = sound === files.length && files.length > 0 ? 0 : 1;
})();
