import type { Context } from 'hono';
import type { EndpointName } from '../../contract/rules/endpoints.ts';
import type { EndpointAnswer, EndpointBody } from '../../contract/schemas/endpoint-schemas.ts';
import type { Origin } from '../audit/audit-event.ts';
import type { Staff } from '../platform/actor.ts';
import { asActor } from '../platform/database/transactions.ts';
import { deviceName } from '../platform/device-name.ts';
import { believedAddress } from '../platform/http/believed-address.ts';
import {
  type App,
  addWaitingEndpoint,
  admit,
  mount,
  type Parsed,
  parseRequest,
} from '../platform/http/endpoint.ts';
import type { Services } from '../platform/http/services.ts';
import { Problem } from '../platform/problem.ts';
import { commandIdOf, fingerprintOf, runCommand } from './commands.ts';
import type { Command, Runs } from './operation.ts';
import { runOperation } from './run-as.ts';

/** Mounts an operation under its endpoint: as `addEndpoint`, and exactly once under its `Idempotency-Key` (ruling A3). */
export function addCommand<Name extends EndpointName>(
  app: App,
  services: Services,
  name: Name,
  operation: Runs<Staff, EndpointBody<Name>, EndpointAnswer<Name>, Command>,
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
  operation: Runs<Staff, Parsed<Name>, EndpointAnswer<Name>>,
): void {
  const originOf = requestOrigin(services);
  addWaitingEndpoint(app, services, name, ({ c, within, ...parsed }) => {
    const asked = { now: services.now(), origin: originOf(c) };
    return within((tx, actor) =>
      runOperation(tx, actor, asked, (running) => operation(tx, actor, parsed, running)),
    );
  });
}

/** Where a request comes from, for the audit. */
export function requestOrigin({ config }: Pick<Services, 'config'>): (c: Context) => Origin {
  const believed = believedAddress(config);
  return (c) => ({ client_address: believed(c), device: deviceName(c.req.header('user-agent')) });
}

type NamedFile = { path: string; sha256: string };

/**
 * Asks the store for every file that a recorded command names, before its answer leaves: of what was recorded earlier as well. From its commit
 * on no sweep takes these files, and until the answer the device has their bytes still. Throws `file_missing`, as recorded, for what is gone: the
 * device puts it again and asks once more; `unavailable` where the store cannot be asked.
 */
async function assertFilesKept(
  { hasContent }: Pick<Services, 'hasContent'>,
  shop_id: number,
  input: unknown,
): Promise<void> {
  const asked = namedFiles(input).map(async ({ path, sha256 }) => {
    const is_kept = await hasContent(shop_id, sha256).catch((error: unknown) => {
      throw new Problem('unavailable').causedBy(error);
    });
    if (!is_kept) throw new Problem('file_missing', path).ofRecorded();
  });
  await Promise.all(asked);
}

/** Wherever they stand in the input: each is a path with the hash of its bytes. */
function namedFiles(input: unknown): NamedFile[] {
  if (input === null || typeof input !== 'object') return [];
  const { path, sha256 } = input as Partial<NamedFile>;
  if (typeof path === 'string' && typeof sha256 === 'string') return [{ path, sha256 }];
  return Object.values(input).flatMap(namedFiles);
}
