import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { DESK_ENDPOINTS } from '../../contract/rules/desk-endpoints.ts';
import type { EndpointsWith } from '../../contract/rules/endpoints.ts';
import type { ProblemBody } from '../../contract/rules/problems.ts';
import type { EndpointAnswer, EndpointBody } from '../../contract/schemas/endpoint-schemas.ts';
import type { EndpointRequest } from '../api/client.ts';
import { NoAnswer, ProblemError } from '../api/errors.ts';
import { callEndpoint } from '../api/this-page.ts';
import { thisTab } from '../world/this-tab.ts';
import { within } from '../world/waiting.ts';

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
 * One thing done at the desk, exactly once (ruling A3): where no answer comes the same command is sent again, a few times by itself and then by
 * `again`. Nothing else can be begun meanwhile. The desk has a network, so nothing of it is kept on the device.
 */
export function useDeskCommand<N extends DeskCommandName>(name: N) {
  const client = useQueryClient();
  const [standing, setStanding] = useState<'idle' | 'busy' | 'unknown'>('idle');
  const last = useRef<EndpointRequest<N> | null>(null);
  const going = useRef(false);

  async function send(request: EndpointRequest<N>): Promise<DeskOutcome<N>> {
    if (going.current) throw new Error('A command of this form is under way');
    going.current = true;
    last.current = request;
    setStanding('busy');
    const outcome = await sendPatiently(name, request).finally(() => {
      going.current = false;
    });
    setStanding(outcome.kind === 'unknown' ? 'unknown' : 'idle');
    // Whatever it changed is shown at once, also where hints come late; what is being read already may be from before it. A read that takes long keeps
    // nobody from the outcome.
    const shown = client.invalidateQueries({ queryKey: ['read'] });
    await within(thisTab.timer, SHOWN_MS, shown).catch(() => {});
    return outcome;
  }

  return {
    busy: standing === 'busy',
    /** The newest one may or may not be recorded. */
    unknown: standing === 'unknown',
    /** `command_id`: where what is done is to be named later, as when it is undone. */
    run: (body: EndpointBody<N>, command_id = thisTab.random.uuid()) =>
      send({ body, command_id } as EndpointRequest<N>),
    /** Sends the same command again. */
    again: () =>
      last.current ? send(last.current) : Promise.reject(new Error('There is nothing to send again')),
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
    if (wait_ms !== null) await new Promise<void>((done) => thisTab.timer.after(wait_ms, done));
  }
  return { kind: 'unknown' };
}

/** Busy servers and time limits say nothing of what came of it. */
function isFinal({ status }: ProblemBody): boolean {
  return status < 500 && status !== 408 && status !== 429;
}
