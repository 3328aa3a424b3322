/**
 * The machine's real clock and timers, saved before a run replaces them. The simulator itself needs them,
 * because the database responds in real time.
 */
export const real = {
  now: performance.now.bind(performance),
  setImmediate: globalThis.setImmediate,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
};
