import type { Context } from 'hono';
import type { EndpointBody, EndpointResponse } from '../../contract/operations/endpoint-schemas.ts';
import type { EndpointName } from '../../contract/operations/endpoints.ts';
import type { Origin } from '../audit/audit-event.ts';
import type { Staff } from '../platform/actor.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { asActor } from '../platform/database/transactions.ts';
import { deviceName } from '../platform/device-name.ts';
import { clientAddressFor } from '../platform/http/client-address.ts';
import {
  type App,
  addMultiTransactionEndpoint,
  admit,
  mount,
  type Parsed,
  parseCommand,
} from '../platform/http/endpoint.ts';
import { forgetBody } from '../platform/http/read-body.ts';
import type { RequestEnv, Services } from '../platform/http/services.ts';
import { inSpan } from '../platform/logging/spans.ts';
import { Problem } from '../platform/problem.ts';
import {
  type ArrivedFiles,
  type CommandFiles,
  type CommandServices,
  type HeldFiles,
  type NamedFile,
  namedFiles,
} from './command-files.ts';
import {
  type CommandRequest,
  claimKey,
  commandIdOf,
  fingerprintOf,
  olderFingerprintOf,
  runCommand,
  type StoredReply,
} from './commands.ts';
import { deviceNumberOf } from './device-number.ts';
import type { CommandWithReads, Runs } from './operation.ts';
import { runOperation } from './run-as.ts';

/** An operation that runs as a command; `asked` is the result of its `EarlyReads`. */
export type CommandOf<Name extends EndpointName, Asked> = Runs<
  Staff,
  EndpointBody<Name>,
  EndpointResponse<Name>,
  CommandWithReads<Asked>
>;

/** The reads of a command that depend on its input alone. */
export type EarlyReads<Name extends EndpointName, Asked> = (tx: Tx, input: EndpointBody<Name>) => Asked;

/**
 * Mounts an operation under its endpoint: as `addEndpoint`, and exactly once under its `Idempotency-Key`. The
 * files that the command names are sent with it or before it. The statements of `ask` are sent immediately
 * after the key.
 */
export function addCommand<Name extends EndpointName, Asked = undefined>(
  app: App,
  services: CommandServices,
  name: Name,
  operation: CommandOf<Name, Asked>,
  ask?: EarlyReads<Name, Asked>,
): void {
  const originOf = requestOrigin(services);
  mount(app, name, async (c) => {
    const session_id = await services.sessionOf(c);
    const command_id = commandIdOf(c.req.header('idempotency-key'));
    const { parsed, parts } = await parseCommand(c, name, session_id);
    const { body } = parsed;
    const request = {
      command_id,
      endpoint: name,
      fingerprint: fingerprintOf(parsed),
      older_fingerprint: olderFingerprintOf(name, parsed),
      now: services.now(),
      origin: originOf(c),
      arrival: deviceNumberOf(c, services.log),
    };
    const named = namedFiles(body);
    const arrived = await services.files.receive(named, parts);
    const sent: SentCommand<Asked> = {
      c,
      session_id,
      request,
      named,
      arrived,
      ask: (tx) => ask?.(tx, body) as Asked,
      run: (tx, actor, command) => operation(tx, actor, body, command),
    };
    try {
      const recorded = await inSpan(`command ${name}`, () => recordOnce(services.requests, sent));
      // The store may take long to respond; without files the body is no longer needed.
      if (parts.length === 0) forgetBody(c);
      await assertFilesKept(services, sent, recorded);
      const { stored } = recorded;
      return c.body(stored.body, stored.status as 200, { 'content-type': 'application/json' });
    } finally {
      await arrived.drop();
    }
  });
}

type SentCommand<Asked> = {
  c: Context<RequestEnv>;
  session_id: string;
  request: CommandRequest;
  named: readonly NamedFile[];
  arrived: ArrivedFiles;
  ask(tx: Tx): Asked;
  run(tx: Tx, actor: Staff, command: CommandWithReads<Asked>): Promise<unknown>;
};

/**
 * `unsure`: the named files that the command's own transaction did not place, which the store may therefore
 * lack.
 */
type Recorded = { stored: StoredReply; shop_id: number; unsure: readonly NamedFile[] };

/** Claims the key and runs the operation in one transaction, or reads the stored reply. */
function recordOnce<Asked>(requests: Database, sent: SentCommand<Asked>): Promise<Recorded> {
  return asActor(requests, sent.session_id, (tx, actor, claimed) => runClaimed(tx, actor, sent, claimed), {
    first: (tx: Tx) => claim(tx, sent),
  });
}

type Claim<Asked> = { held: HeldFiles; asked: Asked; is_first: boolean };

/** Sends the locks of the contents, the key and the command's reads together. */
async function claim<Asked>(tx: Tx, { request, arrived, ask }: SentCommand<Asked>): Promise<Claim<Asked>> {
  const held = arrived.hold(tx);
  const claiming = claimKey(tx, request);
  const asked = ask(tx);
  return { held, asked, is_first: await claiming };
}

async function runClaimed<Asked>(
  tx: Tx,
  actor: Staff,
  { c, request, named, run }: SentCommand<Asked>,
  { held, asked, is_first }: Claim<Asked>,
): Promise<Recorded> {
  const { shop_id } = actor;
  const stored = await runCommand(tx, actor, is_first, request, (command) => {
    // Checked after the key, so that a stored reply is returned even to a user who has lost the role since.
    admit(c, request.endpoint, actor);
    return held.within(shop_id, () => run(tx, actor, { ...command, asked }));
  });
  c.set('is_replayed', !is_first);
  const unsure = stored.of_erased ? [] : named.filter(({ sha256 }) => !held.placed().has(sha256));
  return { stored, shop_id, unsure };
}

/** An operation without a command ID, with its request's parts as its input. */
export type OperationOf<Name extends EndpointName> = Runs<
  Staff,
  Parsed<Name> & { origin: Origin; services: Services },
  EndpointResponse<Name>
>;

/** Mounts an operation that needs no command id, since repeating it is harmless. */
export function addOperation<Name extends EndpointName>(
  app: App,
  services: Services,
  name: Name,
  operation: OperationOf<Name>,
): void {
  const originOf = requestOrigin(services);
  addMultiTransactionEndpoint(app, services, name, ({ c, within, ...parsed }) => {
    const asked = { now: services.now(), origin: originOf(c), endpoint: name };
    return within((tx, actor) =>
      runOperation(tx, actor, asked, (running) =>
        operation(tx, actor, { ...parsed, origin: asked.origin, services }, running),
      ),
    );
  });
}

/** Returns the origin of a request for the audit. */
export function requestOrigin({ config }: Pick<Services, 'config'>): (c: Context) => Origin {
  const believed = clientAddressFor(config);
  return (c) => ({ client_address: believed(c), device: deviceName(c.req.header('user-agent')) });
}

/**
 * Checks that the store has every file that a recorded command names, before its reply is sent; except files
 * that its own transaction placed, locked until the commit. After the commit no sweep deletes these files,
 * and until the reply the device still has their bytes; files that were sent with the command are placed
 * again. Throws `file_missing`, as recorded, for a missing file: the device uploads it again and retries;
 * `unavailable` when the store cannot be reached.
 */
async function assertFilesKept(
  { files, requests }: CommandServices,
  { session_id, arrived }: Pick<SentCommand<unknown>, 'session_id' | 'arrived'>,
  { shop_id, unsure }: Recorded,
): Promise<void> {
  let missing = await firstMissing(files, shop_id, unsure);
  if (missing && arrived.count > 0) {
    await asActor(requests, session_id, (tx) => arrived.hold(tx).within(shop_id, async () => undefined));
    missing = await firstMissing(files, shop_id, unsure);
  }
  if (missing) throw new Problem('file_missing', missing.path).ofRecorded();
}

async function firstMissing(
  files: CommandFiles,
  shop_id: number,
  named: readonly NamedFile[],
): Promise<NamedFile | undefined> {
  const asking = named.map(({ sha256 }) => files.has(shop_id, sha256));
  const kept = await Promise.all(asking).catch((error: unknown) => {
    throw new Problem('unavailable').causedBy(error);
  });
  return named.find((_, at) => !kept[at]);
}
