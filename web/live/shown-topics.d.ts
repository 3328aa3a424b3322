/** Of each read what its answer shows, from the tables of endpoints; made by `scripts/shown-topics.mjs`. */
declare module 'virtual:shown-topics' {
  export const SHOWN_TOPICS: Partial<
    Record<string, readonly import('../../contract/rules/topics.ts').Topic[]>
  >;
}
