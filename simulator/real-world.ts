/**
 * The machine's own clock and timers, taken before a run puts its own in their place. For what the simulator itself has to
 * wait for: the database answers in real time.
 */
export const real = {
  now: performance.now.bind(performance),
  setImmediate: globalThis.setImmediate,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
};
