/** Topics of each read, from the definitions of the operations (`scripts/bundle/browser-operations.mjs`). */
declare module 'virtual:shown-topics' {
  export const SHOWN_TOPICS: Partial<
    Record<string, readonly import('../../contract/rules/topics.ts').Topic[]>
  >;
}

/** Labels of audit rows by their names, from the definitions of the operations. */
declare module 'virtual:audited-labels' {
  export const AUDITED_LABELS: Partial<Record<string, string>>;
}
