/** Files that run almost completely before the first screen is shown. */
const AT_ONCE = /\/(start|this-tab|dashboard|NextOrder)-[^/]+\.js$/;

/**
 * Makes the browser compile the scripts of the first screens eagerly while they load, outside the main
 * thread, instead of each function at its first call. Other browsers ignore the comment (V8, "Explicit
 * compile hints").
 */
export function compileEagerly() {
  return {
    name: 'compile-at-once',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && AT_ONCE.test(chunk.fileName))
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
        }
      },
    },
  };
}
