import { sendInBackground } from '../../web/worker/send-in-background.ts';
import { thisTab } from '../../web/world/this-tab.ts';

/** What the service worker runs when the browser starts it to send what waits. Bundled by itself, as a tab's program is. */
export const program = (): Promise<boolean> => sendInBackground(thisTab);
