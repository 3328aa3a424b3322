import type { createStoredTexts as createTexts } from '../../../web/environment/stored-texts.ts';
import type { createLeftDrafts as createLeft } from '../../../web/offline/drafts/drafts.ts';
import type { sendInBackground as send } from '../../../web/worker/send-in-background.ts';
import type { openTab as open } from '../../support/device-tabs.ts';

/** The types of the present build, which uses the kept functions in the same way. */
export const createLeftDrafts: typeof createLeft;
export const createStoredTexts: typeof createTexts;
export const openTab: typeof open;
export const sendInBackground: typeof send;
