import type { EndpointBody, EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import type { EndpointsWith } from '../../../contract/operations/endpoints.ts';
import { type AttemptFailure, MEMORY_PAUSES_MS } from '../../api/attempt.ts';
import type { EndpointRequest } from '../../api/client.ts';
import { identity } from '../../api/identity.ts';
import { queryClient } from '../../api/query-client.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { pause, withTimeout } from '../../environment/timing.ts';
import type { CommandName } from '../../offline/outbox-entry.ts';
import { type Outcome, untilDecided } from './until-decided.ts';

/** Commands that are not durable: the page that makes one keeps it in memory. */
export type MemoryCommandName = Exclude<EndpointsWith<{ command: true }>, CommandName>;

export type MemoryCommand<N extends MemoryCommandName> = {
  command_id: string;
  /** Sends the command; a repeated call sends it under the same id, and only as the user who made it. */
  send(): Promise<Outcome<EndpointResponse<N>>>;
  /** True while the user who made it is signed in; no other user sees its outcome. */
  isOwn(): boolean;
};

/** The longest time for showing a change before its outcome is returned, in ms. */
const SHOWN_MS = 1_500;

/** Makes a command of the signed-in user. `send` resolves once the change is shown. */
export function memoryCommand<N extends MemoryCommandName>(name: N, body: EndpointBody<N>): MemoryCommand<N> {
  const command_id = thisTab.random.uuid();
  const by = identity().user_id();
  const request = { body, command_id, ...(by !== null && { as_user: by }) } as EndpointRequest<N>;
  return {
    command_id,
    async send() {
      const outcome = await untilDecided(() => callEndpoint(name, request), nextInMemory);
      // Hints may come late, and a running read may be older than the change. A slow read delays the outcome
      // only this long.
      const shown = queryClient.invalidateQueries({ queryKey: ['read'] });
      await withTimeout(thisTab.timer, SHOWN_MS, shown).catch(() => {});
      return outcome;
    },
    isOwn: () => identity().user_id() === by,
  };
}

async function nextInMemory(_: AttemptFailure, attempts: number): Promise<boolean> {
  const pause_ms = MEMORY_PAUSES_MS[attempts - 1];
  if (pause_ms === undefined) return false;
  await pause(thisTab.timer, pause_ms);
  return true;
}
