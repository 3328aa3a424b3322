/** A catalogue, made by `scripts/words/vite-plugin.mjs` while building. */
declare module 'virtual:words/*' {
  export const messages: Record<string, import('./i18n.ts').Message>;
}
