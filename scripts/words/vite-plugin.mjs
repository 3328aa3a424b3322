import { readCatalogue, shortIds } from './catalogue.mjs';
import { compileWords, hasWords } from './compile-words.mjs';
import { PSEUDO_LANGUAGES, pseudoMessages } from './pseudo-languages.mjs';

const VIRTUAL = 'virtual:words/';

/** Compiles the macros of Lingui, and makes the catalogues that a page loads for other languages than English. */
export function words() {
  let idOf = (id) => id;
  return {
    name: 'words',
    enforce: 'pre',
    async configResolved({ command, mode }) {
      if (command === 'build' && mode !== 'test') idOf = shortIds(await readCatalogue());
    },
    resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${VIRTUAL}`)) return undefined;
      const pseudo = PSEUDO_LANGUAGES[id.slice(VIRTUAL.length + 1)];
      const messages = pseudoMessages(await readCatalogue(), pseudo, idOf);
      return `export const messages = ${JSON.stringify(messages)};`;
    },
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/ },
      handler: (code, id) => (hasWords(code) ? compileWords(code, id.replace(/\?.*$/, ''), idOf) : undefined),
    },
  };
}
