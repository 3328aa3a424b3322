import { useRef, useState } from 'react';
import type { EndpointBody } from '../../contract/operations/endpoint-schemas.ts';
import { thisTab } from '../world/this-tab.ts';
import { type DeskCommandName, type DeskOutcome, deskCommand } from './send-command.ts';

type Send<N extends DeskCommandName> = () => Promise<DeskOutcome<N>>;

/**
 * One thing done at the desk, exactly once (ruling A3): where no answer comes the same command is sent again, a few times by itself and then by
 * `again`. Nothing else can be begun before its outcome is told. The desk has a network, so nothing of it is kept on the device.
 */
export function useDeskCommand<N extends DeskCommandName>(name: N) {
  const [standing, setStanding] = useState<'idle' | 'busy' | 'unknown'>('idle');
  const last = useRef<Send<N> | null>(null);
  const going = useRef(false);

  async function run(send: Send<N>): Promise<DeskOutcome<N>> {
    if (going.current) throw new Error('A command of this form is under way');
    going.current = true;
    last.current = send;
    setStanding('busy');
    let then: typeof standing = 'idle';
    try {
      const outcome = await send();
      if (outcome.kind === 'unknown') then = 'unknown';
      return outcome;
    } finally {
      going.current = false;
      setStanding(then);
    }
  }

  return {
    busy: standing === 'busy',
    /** The newest one may or may not be recorded. */
    unknown: standing === 'unknown',
    run: (body: EndpointBody<N>) => run(deskCommand(name, body, thisTab.random.uuid())),
    /** Sends the same command again. */
    again: () =>
      last.current ? run(last.current) : Promise.reject(new Error('There is nothing to send again')),
  };
}
