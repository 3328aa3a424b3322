import type { Context } from 'hono';
import type { EndpointAnswer, EndpointBody } from '../../contract/operations/endpoint-schemas.ts';
import type { EndpointName } from '../../contract/operations/endpoints.ts';
import type { Origin } from '../audit/audit-event.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { asActor } from '../platform/database/transactions.ts';
import { deviceName } from '../platform/device-name.ts';
import { believedAddress } from '../platform/http/believed-address.ts';
import {
  type App,
  addWaitingEndpoint,
  admit,
  mount,
  type Parsed,
  parseCommand,
} from '../platform/http/endpoint.ts';
import { forgetBody } from '../platform/http/read-body.ts';
import type { Services } from '../platform/http/services.ts';
import { Problem } from '../platform/problem.ts';
import { inSpan } from '../platform/spans.ts';
import { type ArrivedFiles, type CommandServices, type NamedFile, namedFiles } from './command-files.ts';
import { claimKey, commandIdOf, fingerprintOf, runCommand } from './commands.ts';
import { deviceNumberOf } from './device-number.ts';
import type { AskedCommand, Runs } from './operation.ts';
import { runOperation } from './run-as.ts';

/**
 * Mounts an operation under its endpoint: as `addEndpoint`, and exactly once under its `Idempotency-Key` (ruling A3). What the command names
 * may come with it, or have come before. What `ask` asks of the database goes out right behind the key.
 */
export function addCommand<Name extends EndpointName, Asked = undefined>(
  app: App,
  services: CommandServices,
  name: Name,
  operation: Runs<Staff, EndpointBody<Name>, EndpointAnswer<Name>, AskedCommand<Asked>>,
  ask?: (tx: Tx, input: EndpointBody<Name>) => Asked,
): void {
  const originOf = requestOrigin(services);
  mount(app, name, async (c) => {
    const session_id = await services.sessionOf(c);
    const command_id = commandIdOf(c.req.header('idempotency-key'));
    const { parsed, parts } = await parseCommand(c, name, session_id);
    const request = {
      command_id,
      endpoint: name,
      fingerprint: fingerprintOf(parsed),
      now: services.now(),
      origin: originOf(c),
      arrival: deviceNumberOf(c, services.log),
    };
    const within: Within = (work) => asActor(services.requests, session_id, work);
    const named = namedFiles(parsed.body);
    const arrived = await services.files.receive(named, parts);
    try {
      const first = async (tx: Tx) => {
        const held = arrived.hold(tx);
        const claiming = claimKey(tx, request);
        const asked = ask?.(tx, parsed.body) as Asked;
        return { held, asked, claimed: await claiming };
      };
      const perform = async (
        tx: Tx,
        actor: Staff,
        { held, asked, claimed }: Awaited<ReturnType<typeof first>>,
      ) => {
        // What was recorded is answered again even to somebody who has lost the role since: the role is asked after the key.
        const answered = await runCommand(tx, actor, claimed, request, (command) => {
          admit(c, name, actor);
          return held.within(actor.shop_id, () => operation(tx, actor, parsed.body, { ...command, asked }));
        });
        c.set('is_replayed', !claimed);
        const unsure = answered.of_erased ? [] : named.filter(({ sha256 }) => !held.placed().has(sha256));
        return { stored: answered, shop_id: actor.shop_id, unsure };
      };
      const { stored, shop_id, unsure } = await inSpan(`command ${name}`, () =>
        asActor(services.requests, session_id, perform, { first }),
      );
      // The store may take its time to answer; without files the body is needed no more.
      if (parts.length === 0) forgetBody(c);
      await assertFilesKept(services, shop_id, unsure, () => placeAgain(within, arrived));
      return c.body(stored.body, stored.status as 200, { 'content-type': 'application/json' });
    } finally {
      await arrived.drop();
    }
  });
}

type Within = <T>(work: (tx: Tx, actor: Staff) => Promise<T>) => Promise<T>;

/** What the command brought is put where it belongs, of what was recorded earlier. Answers whether it brought anything. */
async function placeAgain(within: Within, arrived: ArrivedFiles): Promise<boolean> {
  if (arrived.count === 0) return false;
  await within((tx, { shop_id }) => arrived.hold(tx).within(shop_id, async () => undefined));
  return true;
}

/** Mounts an operation that needs no command id, since to do it again does no harm. */
export function addOperation<Name extends EndpointName>(
  app: App,
  services: Services,
  name: Name,
  operation: Runs<Staff, Parsed<Name> & { origin: Origin }, EndpointAnswer<Name>>,
): void {
  const originOf = requestOrigin(services);
  addWaitingEndpoint(app, services, name, ({ c, within, ...parsed }) => {
    const asked = { now: services.now(), origin: originOf(c), endpoint: name };
    return within((tx, actor) =>
      runOperation(tx, actor, asked, (running) =>
        operation(tx, actor, { ...parsed, origin: asked.origin }, running),
      ),
    );
  });
}

/** Where a request comes from, for the audit. */
export function requestOrigin({ config }: Pick<Services, 'config'>): (c: Context) => Origin {
  const believed = believedAddress(config);
  return (c) => ({ client_address: believed(c), device: deviceName(c.req.header('user-agent')) });
}

/**
 * Asks the store for every file that a recorded command names, before its answer leaves: of what was recorded earlier as well; but not for what
 * its own transaction has newly put there, locked until the commit. From its commit on no sweep takes these files, and until the answer the device
 * has their bytes still; what it sent with the command `placeAgain` puts back.
 * Throws `file_missing`, as recorded, for what is gone: the device puts it again and asks once more; `unavailable` where the store cannot be asked.
 */
async function assertFilesKept(
  { files }: Pick<CommandServices, 'files'>,
  shop_id: number,
  named: readonly NamedFile[],
  placeAgain: () => Promise<boolean>,
): Promise<void> {
  const isKept = ({ sha256 }: NamedFile) =>
    files.has(shop_id, sha256).catch((error: unknown) => {
      throw new Problem('unavailable').causedBy(error);
    });
  const firstMissing = async () => {
    const kept = await Promise.all(named.map(isKept));
    return named.find((_, at) => !kept[at]);
  };
  let missing = await firstMissing();
  if (missing && (await placeAgain())) missing = await firstMissing();
  if (missing) throw new Problem('file_missing', missing.path).ofRecorded();
}
