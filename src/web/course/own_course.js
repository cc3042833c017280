// What a course chooses: course.json and sheet.md next to this page. The judge reads course.json and describes it in sentences.
import { Checker } from './checks.js';
import { element } from './results.js';

const textAt = (name) => fetch(name).then((response) => (response.ok ? response.text() : ''), () => '').then((text) => (text.startsWith('<') ? '' : text));  // some servers answer with a page for any address
/** Promise of the text of course.json; empty if nothing is chosen. */
export const courseText = textAt('course.json').then((text) => (/^\s*(\{\s*\}\s*)?$/.test(text) ? '' : text));

/** Words with links, as in Markdown: [words](https://address). */
const withLinks = (text) => text.split(/(\[[^\]]+\]\(https?:[^\s)]+\))/).map((part) => {
  const [, words, address] = part.match(/^\[(.+)\]\((.+)\)$/) ?? [];
  return address ? element('a', { href: address }, words) : part;
});

/** Headings, lists and paragraphs. */
function written(text) {
  return text.split(/\n\s*\n/).map((block) => block.trim()).filter(Boolean).map((block) => {
    if (block.startsWith('#')) return element('h3', {}, block.replace(/^#+\s*/, ''));
    if (/^[*-] /.test(block)) return element('ul', {}, ...block.split(/^[*-] /m).filter(Boolean).map((item) => element('li', {}, ...withLinks(item.trim()))));
    return element('p', {}, ...withLinks(block));
  });
}

/** Shows the course's own text and its choices above the sheet. Returns the judge's list, or null where nothing is chosen. */
export async function showCourse(place) {
  const course = await courseText;
  if (!course) return null;
  const checker = new Checker(null, course), own = written(await textAt('sheet.md'));
  try {
    const list = await checker.list();
    if (list.course.length > 0) own.push(element('h3', {}, 'In this course'), element('ul', {}, ...list.course.map((line) => element('li', {}, line))));
    return list;
  } catch (error) {
    own.push(element('p', { class: 'failed' }, `What this course chooses is not known: ${error.message}.`));
    return null;
  } finally {
    checker.stop();
    place.replaceChildren(...own);
    place.hidden = own.length === 0;
  }
}
