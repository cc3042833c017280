// The compiler's messages: where each error is, and the commonest ones in plain words.

const kPlain = [
  [/expected ';'/, 'A semicolon is missing at the end of this line or of the one before.'],
  [/use of undeclared identifier '(.+?)'/, (name) => `Nothing here is called “${name}”: is it spelled as in rig.h, declared above, and does GLM's name begin with glm:: ?`],
  [/no member named '(.+?)' in '(.+?)'/, (member, type) => `${type} has nothing called “${member}”: rig.h and the structs that it includes show what there is.`],
  [/expected expression/, 'Something is missing before this place, such as a value, or there is a sign too many.'],
  [/expected '([)}\]])'/, (sign) => `A “${sign}” is missing: count what is open before this place.`],
  [/invalid operands to binary expression \('(.+?)' and '(.+?)'\)/, (a, b) => `There is no such operation between ${a} and ${b}: convert one of them, for example glm::vec4(v, 1.0f).`],
  [/no (?:viable conversion|matching constructor|known conversion).*'(.+?)'/, (type) => `These values do not make a ${type}: look at its type, and at the number of values.`],
  [/no matching function for call to '(.+?)'/, (name) => `No “${name}” accepts these arguments: look at their number and types. GLM wants float, so write 1.0f and not 1.`],
  [/non-void function .*should return|control reaches end/, 'Each way through this function must end with a return of a value.'],
  [/extraneous closing brace|expected unqualified-id/, 'A brace too many, or one too few before: code stands outside of a function.'],
  [/redefinition of '(.+?)'/, (name) => `“${name}” is there twice: take one out, or rename it.`],
  [/'(.+?)' file not found/, (name) => `There is no ${name} for submissions: rig.h, GLM and the standard library may be included.`],
  [/undefined symbol: (?:marrow::student::)?(.+)/, (name) => `${name} is declared and not written: its name and types must be those of student.h.`],
  [/duplicate symbol: (?:marrow::student::)?(.+)/, (name) => `${name} is in another file as well: make it static, or give it another name.`],
];

function plainWords(message) {
  for (const [pattern, words] of kPlain) {
    const found = message.match(pattern);
    if (found) return typeof words === 'string' ? words : words(...found.slice(1));
  }
  return '';
}

/** Errors of one file; line 0: the error has no line. */
export function errorsIn(said) {
  const errors = [];
  for (const line of said.split('\n')) {
    const found = line.match(/^(.*?):(\d+):(\d+): (?:fatal )?error: (.*)$/) ?? line.match(/()()()error: (.*)$/);
    if (!found) continue;
    const isOwn = /^task\d/.test(found[1]), message = found[4];
    errors.push({ line: isOwn ? Number(found[2]) : 0, column: Number(found[3]) || 1, message, plain: plainWords(message) });
  }
  return errors.length > 0 || !said.trim() ? errors : [{ line: 0, column: 1, message: said.trim().slice(0, 500), plain: '' }];
}
