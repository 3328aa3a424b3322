import { vi } from 'vitest';

/** As `expect.poll` has in vitest.config.ts, which has no setting for `vi.waitFor`: it gives up after 1 s, in which a busy machine does nothing. In ms. */
const PATIENCE_MS = 20_000;

type WaitFor = typeof vi.waitFor;
const KEY = Symbol.for('patient waiting');
const found: WaitFor & { [KEY]?: true } = vi.waitFor;

// Test files of one process share it: it is replaced once.
if (!found[KEY]) {
  const patient: WaitFor = (callback, options = PATIENCE_MS) => found(callback, options);
  vi.waitFor = Object.assign(patient, { [KEY]: true as const });
}
