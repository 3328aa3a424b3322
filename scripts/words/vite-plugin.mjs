import { readCatalogue, shortIds } from './catalogue.mjs';
import { compileWords, hasWords } from './compile-words.mjs';
import { PSEUDO_LANGUAGES, pseudoMessages } from './pseudo-languages.mjs';

const VIRTUAL = 'virtual:words/';

/**
 * Compiles Lingui's macros, and generates the catalogues that a page loads for languages other than English.
 */
export function words() {
  let idOf = (id) => id;
  return {
    name: 'words',
    enforce: 'pre',
    async configResolved({ command, mode }) {
      if (command === 'build' && mode !== 'test') idOf = shortIds(await readCatalogue());
    },
    resolveId: { filter: { id: /^virtual:words\// }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:words\// },
      async handler(id) {
        const pseudo = PSEUDO_LANGUAGES[id.slice(VIRTUAL.length + 1)];
        const messages = pseudoMessages(await readCatalogue(), pseudo, idOf);
        return `export const messages = ${JSON.stringify(messages)};`;
      },
    },
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/, code: /@lingui\/(core|react)\/macro/ },
      handler: (code, id) => (hasWords(code) ? compileWords(code, id.replace(/\?.*$/, ''), idOf) : undefined),
    },
  };
}
