/** Nearly all of these runs before the first screen is there. */
const AT_ONCE = /\/(start|this-tab|dashboard|NextOrder)-[^/]+\.js$/;

/**
 * Asks the browser to compile the scripts of the first screens while they arrive, beside the page's own thread, instead of each function when it is first called.
 * Those that do not know the comment pass over it (V8, "Explicit compile hints").
 */
export function compileAtOnce() {
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
