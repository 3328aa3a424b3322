import { createBrowserEnvironment } from './browser-environment.ts';
import { announceAnyVersion } from './tab-locks.ts';

/**
 * The environment of this page. The page's setup code and components import it; all other code receives it as
 * a parameter.
 */
export const thisTab = createBrowserEnvironment();
announceAnyVersion(thisTab);
