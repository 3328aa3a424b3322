/** A catalogue, made by `scripts/words/vite-plugin.mjs` while building. */
declare module 'virtual:words/*' {
  export const messages: import('@lingui/core').Messages;
}
