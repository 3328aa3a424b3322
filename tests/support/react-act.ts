import React from 'react';
import { flushSync } from 'react-dom';

/** The real timer, because a test may replace it. */
const later = setTimeout;

/**
 * Adds an `act` to React's production build, which users get, these tests run, and which has none. When it
 * resolves, the work has been rendered to the page and its effects have run.
 */
Object.assign(React, {
  act: async (work: () => unknown) => {
    await flushSync(work);
    await new Promise((resolve) => later(resolve));
    flushSync(() => {});
  },
});
