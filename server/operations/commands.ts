import { createHash } from 'node:crypto';
import type { EndpointName } from '../../contract/operations/endpoints.ts';
import { UUID } from '../../contract/rules/ids.ts';
import type { Origin } from '../audit/audit-event.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { isRetryable } from '../platform/database/driver/failures.ts';
import { changingRows, findRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { confirmEarlier } from '../platform/database/transactions.ts';
import { FailedAtStage, Problem } from '../platform/problem.ts';
import { assertDeclared } from './declared-changes.ts';
import type { DeviceNumber } from './device-number.ts';
import { type Command, perform } from './operation.ts';
import { recordChange } from './record-change.ts';

export type CommandRequest = {
  command_id: string;
  endpoint: EndpointName;
  fingerprint: string;
  /** The fingerprint that a server of the previous version computes; null if it is the same. */
  older_fingerprint: string | null;
  now: Date;
  origin: Origin;
  arrival: DeviceNumber | null;
};

/** The stored reply, byte for byte. `of_erased`: its customer was erased, so its files may be absent. */
export type StoredReply = { status: number; body: string; of_erased: boolean };

/** Replaces the fingerprint of a command whose customer was erased; its key alone identifies a replay. */
const ERASED = 'erased';

/** SHA-256 of the parsed input, whatever the order of its keys; file hashes are part of the input. */
export function fingerprintOf(input: unknown): string {
  return createHash('sha256').update(canonicalJson(input)).digest('hex');
}

/** Fields of a body that servers of the previous version ignore. */
const NEWER_FIELDS: { [Name in EndpointName]?: readonly string[] } = { end_handover: ['difference_choice'] };

/**
 * Returns the fingerprint that a server of the previous version stores for this request: while servers are
 * updated one by one, it may have recorded the command whose reply was lost. Null if it is the same.
 */
export function olderFingerprintOf(endpoint: EndpointName, parsed: { body: unknown }): string | null {
  const body: Record<string, unknown> = { ...(parsed.body as object) };
  const sent = (NEWER_FIELDS[endpoint] ?? []).filter((field) => body[field] !== undefined);
  if (sent.length === 0) return null;
  for (const field of sent) delete body[field];
  return fingerprintOf({ ...parsed, body });
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Reads the `Idempotency-Key` header. Throws `command_id_missing`. */
export function commandIdOf(header: string | undefined): string {
  const command_id = header?.toLowerCase() ?? '';
  if (!UUID.test(command_id)) throw new Problem('command_id_missing');
  return command_id;
}

/**
 * Inserts a command's key and device number, its first write. A concurrent request with the same key waits
 * here. Returns true if the key was free.
 */
export async function claimKey(
  tx: Tx,
  {
    endpoint,
    command_id,
    fingerprint,
    arrival,
  }: Pick<CommandRequest, 'endpoint' | 'command_id' | 'fingerprint' | 'arrival'>,
): Promise<boolean> {
  const { device_id = null, number = null, hash = null, previous = null } = arrival ?? {};
  const claiming = sql`insert into commands
      (shop_id, user_id, endpoint, command_id, fingerprint, device_id, device_number, device_hash, device_previous)
    select actor.shop_id(), actor.user_id(), ${endpoint}, ${command_id}::uuid, ${fingerprint},
      ${device_id}::uuid, ${number}::int, decode(${hash}, 'hex'), decode(${previous}, 'hex')
    where actor.shop_id() is not null on conflict do nothing`;
  return (await claiming.execute(tx)).row_count === 1;
}

/**
 * Runs a command inside its one transaction, exactly once (ruling A3). `claimed` is true if its key was free;
 * otherwise the stored reply is returned byte for byte. A refusal rolls the claim back and reports that
 * nothing is recorded. The reply is stored together with the audit row and the topics. Throws
 * `command_reused` when the key was used with another input, except after an erasure.
 */
export async function runCommand<Answer>(
  tx: Tx,
  actor: Staff,
  claimed: boolean,
  request: CommandRequest,
  work: (command: Command) => Promise<Answer>,
): Promise<StoredReply> {
  const { command_id, endpoint, now, origin } = request;
  const key = { shop_id: actor.shop_id, user_id: actor.user_id, endpoint, command_id };
  if (!claimed) return replay(tx, key, request);

  const { answer, change } = await reportingStage((stage) => perform({ command_id, now, stage }, work));
  assertDeclared(endpoint, change);
  const stored = { status: 200, body: JSON.stringify(answer) };
  const { shop_id } = actor;
  recordChange(tx, { author: actor, shop_id, origin, command_id }, change);
  tx.later(changingRows('commands', key, stored));
  return { ...stored, of_erased: false };
}

/** Marks a refusal with `nothing_recorded`; wraps an unexpected error with the stage that it had reached. */
async function reportingStage<T>(work: (setStage: (stage: string) => void) => Promise<T>): Promise<T> {
  let stage: string | undefined;
  try {
    return await work((next) => {
      stage = next;
    });
  } catch (error) {
    if (error instanceof Problem) error.nothing_recorded = true;
    const expected = error instanceof Problem || isRetryable(error) || stage === undefined;
    throw expected ? error : new FailedAtStage(stage ?? '', error);
  }
}

async function replay(
  tx: Tx,
  key: { shop_id: number; user_id: string; endpoint: string; command_id: string },
  { fingerprint, older_fingerprint }: Pick<CommandRequest, 'fingerprint' | 'older_fingerprint'>,
): Promise<StoredReply> {
  const earlier = await findRow(tx, 'commands', key, ['fingerprint', 'status', 'body']);
  // The insert waited for the transaction that held the key, so a row without a reply cannot be read here.
  if (earlier?.status == null || earlier.body === null)
    throw new Error('a command was stored without its reply');
  const of_erased = earlier.fingerprint === ERASED;
  const is_same = [fingerprint, older_fingerprint].includes(earlier.fingerprint);
  if (!is_same && !of_erased) throw new Problem('command_reused');
  confirmEarlier(tx);
  return { status: earlier.status, body: earlier.body, of_erased };
}
