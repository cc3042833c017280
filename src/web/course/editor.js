// The code editor: CodeMirror with C++, the contract's names, and the compiler's errors at their lines.
import { autocompletion, completeAnyWord } from '@codemirror/autocomplete';
import { indentWithTab } from '@codemirror/commands';
import { cpp } from '@codemirror/lang-cpp';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { HighlightStyle, defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { basicSetup } from 'codemirror';

const { contract } = kCourse, kTabLeaves = 5000;  // milliseconds
const kOfGlm = ['glm::mat4', 'glm::mat3', 'glm::vec3', 'glm::vec4', 'glm::quat', 'glm::inverse', 'glm::transpose', 'glm::dot', 'glm::cross', 'glm::normalize', 'glm::length',
  'glm::distance', 'glm::clamp', 'glm::determinant', 'glm::conjugate', 'glm::quat_cast', 'glm::mat3_cast', 'glm::mat4_cast', 'std::vector', 'std::size_t', 'std::max', 'std::min'];
const kOfStructs = ['joints', 'parent', 'bind_local', 'user_local', 'extent', 'radius', 'row_begin', 'row_end', 'joint', 'weight', 'neighbors', 'triangles'];
const options = [
  ...Object.entries(contract).map(([label, { signature, says }]) => ({ label, type: 'function', detail: 'rig.h', info: `${signature}\n${says}` })),
  ...kOfGlm.map((label) => ({ label, type: label.startsWith('std::') || /mat|vec|quat$/.test(label) ? 'type' : 'function' })),
  ...kOfStructs.map((label) => ({ label, type: 'property' })),
];
const known = new Set(options.map(({ label }) => label));
function completeWords(context) {
  const words = completeAnyWord(context);
  return words && { ...words, options: words.options.filter(({ label }) => !known.has(label)) };
}
function complete(context) {
  const word = context.matchBefore(/[\w:]+/);
  return word && (word.to - word.from > 1 || context.explicit) ? { from: word.from, options, validFor: /^[\w:]*$/ } : null;
}

const tip = hoverTooltip((view, place) => {
  const word = view.state.wordAt(place), found = word && contract[view.state.sliceDoc(word.from, word.to)];
  if (!found || !Object.hasOwn(contract, view.state.sliceDoc(word.from, word.to))) return null;
  const dom = document.createElement('div');
  dom.className = 'tip';
  dom.textContent = `${found.signature}\n\n${found.says}`;
  return { pos: word.from, end: word.to, above: true, create: () => ({ dom }) };
});

// CodeMirror's own colors, except for three tags, where they have too little contrast.
const kColors = HighlightStyle.define([...defaultHighlightStyle.specs, { tag: [tags.special(tags.string), tags.escape, tags.regexp], color: '#a11' }]);
const kLook = EditorView.theme({
  '&': { color: '#1c1c1c', backgroundColor: '#fff' }, '.tip': { whiteSpace: 'pre-wrap', maxWidth: '34em', padding: '.5em' },
  '.cm-gutters': { backgroundColor: '#f3f4f6', color: '#4a5058' }, '.cm-completionInfo': { whiteSpace: 'pre-wrap', maxWidth: '30em' },
});

export class Editor {
  #view;
  #size = new Compartment();
  #states = new Map();  // name -> state, each with its own undo
  #name = '';
  constructor(parent, { onChange, onRun }) {
    this.onChange = onChange;
    this.onRun = onRun;
    this.#view = new EditorView({ parent });
  }
  #state(name, text, isReadOnly) {
    return EditorState.create({ doc: text, extensions: [
      Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => { this.onRun(); return true; } }])),
      // Tab leaves the editor after Escape, also where Escape has closed a list of completions.
      Prec.highest(EditorView.domEventHandlers({ keydown({ key }, view) { if (key === 'Escape') view.setTabFocusMode(kTabLeaves); return false; } })),
      syntaxHighlighting(kColors), basicSetup, keymap.of([indentWithTab]), cpp(), lintGutter(), tip, autocompletion({ override: [complete, completeWords] }), kLook,
      this.#size.of(EditorView.theme({ '&': { fontSize: `${this.fontSize ?? 14}px` } })),
      EditorState.readOnly.of(isReadOnly), EditorState.tabSize.of(2),
      EditorView.contentAttributes.of({ 'aria-label': `Code of ${name}. To leave the editor: Escape, then Tab`, tabindex: '0', autocapitalize: 'off', spellcheck: 'false' }),
      EditorView.updateListener.of((update) => { if (update.docChanged && !isReadOnly) this.onChange(name, update.state.doc.toString()); }),
    ] });
  }
  /** Shows a file; `text`: its content when it is first shown; with isNew it replaces the content. */
  show(name, text, { isReadOnly = false, isNew = false } = {}) {
    if (this.#name) this.#states.set(this.#name, this.#view.state);
    if (isNew || !this.#states.has(name)) this.#states.set(name, this.#state(name, text, isReadOnly));
    this.#name = name;
    this.#view.setState(this.#states.get(name));
    this.resize(this.fontSize);
  }
  forget(name) {
    this.#states.delete(name);
    if (this.#name === name) this.#name = '';
  }
  resize(pixels) {
    this.fontSize = pixels;
    this.#view.dispatch({ effects: this.#size.reconfigure(EditorView.theme({ '&': { fontSize: `${pixels}px` } })) });
  }
  /** Errors of the shown file: { line, column, message }, counted from 1. */
  mark(errors) {
    const { doc } = this.#view.state;
    this.#view.dispatch(setDiagnostics(this.#view.state, errors.filter(({ line }) => line >= 1 && line <= doc.lines).map(({ line, column, message }) => {
      const { from, to } = doc.line(line), at = Math.min(to, from + Math.max(0, column - 1));
      return { from: at, to: Math.max(at, Math.min(to, at + 1)), severity: 'error', message };
    })));
  }
  go(line, column = 1) {
    const { doc } = this.#view.state, { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines)), anchor = Math.min(to, from + column - 1);
    this.#view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    this.#view.focus();
  }
  focus() { this.#view.focus(); }
}
