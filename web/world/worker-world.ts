import { newId } from '../../contract/rules/ids.ts';
import { createSharedWorld } from './shared-world.ts';
import type { World } from './world.ts';

const never = () => () => {};

/** The world of the app's service worker: one more tab of the device, at which nobody looks and which hears nothing of the network. */
export function createWorkerWorld(): World {
  return {
    ...createSharedWorld(),
    older: null,
    page: {
      // The browser has started it to work now: a tab that sleeps with the turn in hand is passed over (see sending-turn.ts).
      visible: () => true,
      onVisible: never,
      onHidden: never,
      online: () => navigator.onLine,
      onOnline: never,
      onOffline: never,
    },
    // It says to the browser itself whether something is left.
    sendLater: () => {},
    tab: newId(),
  };
}
