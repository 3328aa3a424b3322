import { livingTabs } from '../world/tab-locks.ts';
import type { World } from '../world/world.ts';
import type { Outbox } from './outbox.ts';
import type { SendingStates } from './sending-states.ts';

/**
 * What was signed at a table and is still on its way when its tab dies must not go out by itself (ruling E3). This
 * tab's name outlives a reload: what it left before that is nobody's either.
 */
export function createLeftBehind(
  world: World,
  outbox: Outbox,
  { leftBehind }: Pick<SendingStates, 'leftBehind'>,
) {
  let before: ReadonlySet<string> | null = null;
  return {
    /** Looks once at what was there before this page could make anything itself. */
    async look(): Promise<void> {
      before ??= new Set((await outbox.reload()).map(({ command_id }) => command_id));
    },
    /** Holds what nobody is sending and whose maker is gone. Only under the turn to send, after `look`. */
    async hold(): Promise<void> {
      const living = await livingTabs(world);
      for (const entry of await outbox.reload()) {
        if (leftBehind(entry) === null) continue;
        const from_before = before?.has(entry.command_id) === true;
        const gone = living
          ? !living.has(entry.tab) || (entry.tab === world.tab && from_before)
          : from_before;
        // Whoever has the turn knows that nobody else is sending.
        if (gone || entry.state === 'sending') await outbox.advance(entry.command_id, leftBehind);
      }
      // From now on it is there because somebody has pressed again.
      before = new Set();
    },
  };
}
