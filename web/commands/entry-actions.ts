import { discard, sendAgain, sendNow } from '../offline/device-outbox.ts';

/** What a person can do about a command that is neither recorded nor on its way. */
export const ENTRY_ACTIONS = { sendNow, sendAgain, discard } as const;
