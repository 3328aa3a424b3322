import React from 'react';
import { flushSync } from 'react-dom';

/** A test may replace the timers. */
const later = setTimeout;

/**
 * React's production build, which people get and these tests use, has no `act`. This one does what they need of it: what the work
 * renders is on the page, and its effects have run, once it resolves.
 */
Object.assign(React, {
  act: async (work: () => unknown) => {
    await flushSync(work);
    await new Promise((resolve) => later(resolve));
    flushSync(() => {});
  },
});
