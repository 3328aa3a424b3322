import { newId } from '../../contract/rules/ids.ts';
import type { Environment } from './environment.ts';
import { createSharedEnvironment } from './shared-environment.ts';

const never = () => () => {};

/**
 * Creates the environment of the service worker, which acts as one more tab without visibility or network
 * events.
 */
export function createWorkerEnvironment(): Environment {
  return {
    ...createSharedEnvironment(),
    older: null,
    page: {
      // Always visible: the browser woke the worker to send, and a hidden tab would lose its turn (see
      // sending-turn.ts).
      visible: () => true,
      onVisible: never,
      onHidden: never,
      online: () => navigator.onLine,
      onOnline: never,
      onOffline: never,
    },
    // The worker itself reports to the browser whether entries are left.
    sendLater: () => {},
    position: async () => null,
    tab: newId(),
  };
}
