import type { DESK_ENDPOINTS } from '../../contract/operations/desk.ts';
import type { EndpointAnswer, EndpointBody } from '../../contract/operations/endpoint-schemas.ts';
import type { EndpointsWith } from '../../contract/operations/endpoints.ts';
import type { ProblemBody } from '../../contract/rules/problems.ts';
import type { EndpointRequest } from '../api/client.ts';
import { NoAnswer, ProblemError } from '../api/errors.ts';
import { identity } from '../api/identity.ts';
import { queryClient } from '../api/query-client.ts';
import { callEndpoint } from '../api/this-page.ts';
import { thisTab } from '../world/this-tab.ts';
import { pause, within } from '../world/waiting.ts';

export type DeskCommandName = EndpointsWith<{ command: true }> & keyof typeof DESK_ENDPOINTS;

/** `unknown`: no answer came, so nobody knows whether it was recorded (ruling E3). */
export type DeskOutcome<N extends DeskCommandName> =
  | { kind: 'done'; answer: EndpointAnswer<N> }
  | { kind: 'refused'; problem: ProblemBody }
  | { kind: 'unknown' };

/** How long to wait before it is sent again under the same id, in ms. */
const AGAIN_MS = [500, 1_500, 4_000];
/** How long what was changed may take to be shown before its outcome is told, in ms. */
const SHOWN_MS = 1_500;

/**
 * One command, by whoever is signed in now: called again it sends the same under the same id, as nobody else (ruling A3). Its outcome is told once what it changed is
 * shown.
 */
export function deskCommand<N extends DeskCommandName>(
  name: N,
  body: EndpointBody<N>,
  command_id: string,
): () => Promise<DeskOutcome<N>> {
  const as_user = identity().user_id();
  const request = { body, command_id, ...(as_user !== null && { as_user }) } as EndpointRequest<N>;
  return async () => {
    const outcome = await sendPatiently(name, request);
    // Also where hints come late; what is being read already may be from before it. A read that takes long keeps nobody from the outcome.
    const shown = queryClient.invalidateQueries({ queryKey: ['read'] });
    await within(thisTab.timer, SHOWN_MS, shown).catch(() => {});
    return outcome;
  };
}

async function sendPatiently<N extends DeskCommandName>(
  name: N,
  request: EndpointRequest<N>,
): Promise<DeskOutcome<N>> {
  for (const wait_ms of [...AGAIN_MS, null]) {
    try {
      return { kind: 'done', answer: await callEndpoint(name, request) };
    } catch (error) {
      if (error instanceof ProblemError && isFinal(error.problem))
        return { kind: 'refused', problem: error.problem };
      if (!(error instanceof ProblemError) && !(error instanceof NoAnswer)) throw error;
    }
    if (wait_ms !== null) await pause(thisTab.timer, wait_ms);
  }
  return { kind: 'unknown' };
}

/** Busy servers and time limits say nothing of what came of it. */
function isFinal({ status }: ProblemBody): boolean {
  return status < 500 && status !== 408 && status !== 429;
}
