import { ENDPOINTS } from '../contract/rules/endpoints.ts';

const VIRTUAL = 'virtual:shown-topics';

/**
 * Which topics the answer of each read shows, for what has screens ask again: it is loaded after the first screen, and the tables of endpoints,
 * which the first screen needs, come without it (`lean-endpoints.mjs`).
 */
export function shownTopics() {
  return {
    name: 'shown-topics',
    resolveId: { filter: { id: /^virtual:shown-topics$/ }, handler: () => `\0${VIRTUAL}` },
    load: {
      filter: { id: /^\0virtual:shown-topics$/ },
      handler() {
        const shown = Object.entries(ENDPOINTS).flatMap(([name, { shows }]) =>
          shows ? [[name, shows]] : [],
        );
        return `export const SHOWN_TOPICS = ${JSON.stringify(Object.fromEntries(shown))};`;
      },
    },
  };
}
