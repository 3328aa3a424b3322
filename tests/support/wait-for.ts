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

// `vi.waitFor` always has a timeout of 1 s. Test files share a process, so replace it once.
if (!found[KEY]) {
  const limited: WaitFor = (callback, options = inject('expectation_ms')) => found(callback, options);
  vi.waitFor = Object.assign(limited, { [KEY]: true as const });
}
