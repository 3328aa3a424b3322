import type { Context } from 'hono';
import type { EndpointName } from '../../contract/rules/endpoints.ts';
import type { EndpointAnswer, EndpointBody } from '../../contract/schemas/endpoint-schemas.ts';
import type { Origin } from '../audit/audit-event.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { asActor } from '../platform/database/transactions.ts';
import { deviceName } from '../platform/device-name.ts';
import { believedAddress } from '../platform/http/believed-address.ts';
import { type App, admit, mount, type Parsed, parseRequest } from '../platform/http/endpoint.ts';
import type { Services } from '../platform/http/services.ts';
import { commandIdOf, fingerprintOf, runCommand } from './commands.ts';
import { assertFilesKept } from './files-kept.ts';
import type { Command, Operation } from './operation.ts';
import { runOperation } from './run-as.ts';

/** Mounts an operation under its endpoint: as `addEndpoint`, and exactly once under its `Idempotency-Key` (ruling A3). */
export function addCommand<Name extends EndpointName>(
  app: App,
  services: Services,
  name: Name,
  operation: (
    tx: Tx,
    actor: Staff,
    input: EndpointBody<Name>,
    command: Command,
  ) => Promise<EndpointAnswer<Name>>,
): void {
  const originOf = requestOrigin(services);
  mount(app, name, async (c) => {
    const session_id = await services.sessionOf(c);
    const command_id = commandIdOf(c.req.header('idempotency-key'));
    const parsed = await parseRequest(c, name, session_id);
    const request = {
      command_id,
      endpoint: name,
      fingerprint: fingerprintOf(parsed),
      now: services.now(),
      origin: originOf(c),
    };
    const { stored, shop_id } = await asActor(services.requests, session_id, async (tx, actor) => {
      // What was recorded is answered again even to somebody who has lost the role since: the role is asked after the key.
      const answered = await runCommand(tx, actor, request, async (command) => {
        admit(c, name, actor);
        return operation(tx, actor, parsed.body, command);
      });
      return { stored: answered, shop_id: actor.shop_id };
    });
    await assertFilesKept(services, shop_id, parsed.body);
    return c.body(stored.body, stored.status as 200, { 'content-type': 'application/json' });
  });
}

/** Mounts an operation that needs no command id, since to do it again does no harm. */
export function addOperation<Name extends EndpointName>(
  app: App,
  services: Services,
  name: Name,
  operation: (
    tx: Tx,
    actor: Staff,
    input: Parsed<Name>,
    operation: Operation,
  ) => Promise<EndpointAnswer<Name>>,
): void {
  const originOf = requestOrigin(services);
  mount(app, name, async (c) => {
    const session_id = await services.sessionOf(c);
    const parsed = await parseRequest(c, name, session_id);
    const asked = { now: services.now(), origin: originOf(c) };
    const answer = await asActor(services.requests, session_id, (tx, actor) => {
      admit(c, name, actor);
      return runOperation(tx, actor, asked, (running) => operation(tx, actor, parsed, running));
    });
    return c.json(answer);
  });
}

/** Where a request comes from, for the audit. */
export function requestOrigin({ config }: Pick<Services, 'config'>): (c: Context) => Origin {
  const believed = believedAddress(config);
  return (c) => ({ client_address: believed(c), device: deviceName(c.req.header('user-agent')) });
}
