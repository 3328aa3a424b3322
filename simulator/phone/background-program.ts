import { thisTab } from '../../web/environment/this-tab.ts';
import { sendInBackground } from '../../web/worker/send-in-background.ts';

/**
 * The program that the service worker runs to send pending commands. It is bundled separately, like a tab's
 * program.
 */
export const program = (): Promise<boolean> => sendInBackground(thisTab);
