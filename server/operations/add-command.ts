import type { EndpointName } from '../../contract/rules/endpoints.ts';
import type { EndpointAnswer } from '../../contract/schemas/endpoint-schemas.ts';
import { asActor } from '../platform/database/transactions.ts';
import { type App, admit, type Handled, mount, parseRequest } from '../platform/http/endpoint.ts';
import type { Services } from '../platform/http/services.ts';
import { commandIdOf, fingerprintOf, runCommand, type StageReporter } from './commands.ts';

export type HandledCommand<Name extends EndpointName> = Handled<Name> & {
  command_id: string;
  stage: StageReporter;
};

/** Mounts a command: as `addEndpoint`, and exactly once under its `Idempotency-Key` (ruling A3). */
export function addCommand<Name extends EndpointName>(
  app: App,
  services: Services,
  name: Name,
  handle: (request: HandledCommand<Name>) => Promise<EndpointAnswer<Name>>,
): void {
  mount(app, name, async (c) => {
    const session_id = await services.sessionOf(c);
    const command_id = commandIdOf(c.req.header('idempotency-key'));
    const parsed = await parseRequest(c, name, session_id);
    const command = { command_id, endpoint: name, fingerprint: fingerprintOf(parsed) };
    const stored = await asActor(services.requests, session_id, async (tx, actor) => {
      // What was recorded is answered again even to somebody who has lost the role since: the role is asked after the key.
      return runCommand(tx, actor, command, async (stage) => {
        admit(c, name, actor);
        return handle({ ...parsed, tx, actor, command_id, stage });
      });
    });
    return c.body(stored.body, stored.status as 200, { 'content-type': 'application/json' });
  });
}
