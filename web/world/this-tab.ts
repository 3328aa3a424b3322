import { createBrowserWorld } from './browser-world.ts';
import { liveWithAnyVersion } from './tab-locks.ts';

/** The world of this page. Taken by what builds the page's parts, and by components; everything else is given one. */
export const thisTab = createBrowserWorld();
liveWithAnyVersion(thisTab);
