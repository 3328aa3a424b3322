import { readCatalogue, shortIds } from './catalogue.mjs';
import { compileMessages, hasMessages } from './compile-messages.mjs';
import { PSEUDO_LOCALES, pseudoMessages } from './pseudo-locales.mjs';

const VIRTUAL = 'virtual:messages/';

/**
 * Compiles Lingui's macros, and generates the catalogues that a page loads for languages other than English.
 */
export function messages() {
  let idOf = (id) => id;
  return {
    name: 'messages',
    enforce: 'pre',
    async configResolved({ command, mode }) {
      if (command === 'build' && mode !== 'test') idOf = shortIds(await readCatalogue());
    },
    resolveId: { filter: { id: /^virtual:messages\// }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:messages\// },
      async handler(id) {
        const pseudo = PSEUDO_LOCALES[id.slice(VIRTUAL.length + 1)];
        const messages = pseudoMessages(await readCatalogue(), pseudo, idOf);
        return `export const messages = ${JSON.stringify(messages)};`;
      },
    },
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/, code: /@lingui\/(core|react)\/macro/ },
      handler: (code, id) =>
        hasMessages(code) ? compileMessages(code, id.replace(/\?.*$/, ''), idOf) : undefined,
    },
  };
}
