import type { ReactNode } from 'react';
import type { EndpointBody } from '../../../contract/operations/endpoint-schemas.ts';
import type { CommandName, OutboxEntry } from '../../offline/outbox-entry.ts';
import { useCommandEntries, useStanding } from '../use-entries.ts';
import { CommandNotice } from './CommandNotice.tsx';

type UnsentProps<N extends CommandName> = {
  endpoint: N;
  /** The subject of an open form, which shows its own command. */
  except?: string | undefined;
  /** Shows only the commands of this subject. */
  only?: string;
  /** Identifies the command. */
  children: (input: EndpointBody<N>) => ReactNode;
};

/** The user's commands that are not certainly recorded and that no form shows, for example after a reload. */
export function UnsentCommands<N extends CommandName>({ endpoint, except, only, children }: UnsentProps<N>) {
  const unsent = useCommandEntries(endpoint).filter(
    ({ state, subject }) =>
      state !== 'done' && subject !== except && (only === undefined || subject === only),
  );
  return unsent.map((entry) => (
    <Unsent key={entry.command_id} entry={entry as unknown as OutboxEntry}>
      <p>{children(entry.input)}</p>
    </Unsent>
  ));
}

function Unsent({ entry, children }: { entry: OutboxEntry; children: ReactNode }) {
  return (
    <CommandNotice entry={entry} standing={useStanding(entry)}>
      {children}
    </CommandNotice>
  );
}
