import { inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The limit of an expectation, in ms. */
    expectation_ms: number;
  }
}

type WaitFor = typeof vi.waitFor;
const KEY = Symbol.for('wait for');
const found: WaitFor & { [KEY]?: true } = vi.waitFor;

// `vi.waitFor` gives up after 1 s, whatever the configuration says. Test files of one process share it: it is replaced once.
if (!found[KEY]) {
  const limited: WaitFor = (callback, options = inject('expectation_ms')) => found(callback, options);
  vi.waitFor = Object.assign(limited, { [KEY]: true as const });
}
