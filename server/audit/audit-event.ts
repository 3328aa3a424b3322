import type { AuditedWhat } from '../../contract/operations/audited.ts';
import type { Author } from '../platform/actor.ts';
import type { Random } from '../platform/machine.ts';

type Fact = string | number | boolean | null | readonly (string | number | null)[];

/** Fields of a record as they are kept: ids, amounts in fils, statuses, times as text. Never what says who somebody is. */
export type Facts = Readonly<Record<string, Fact>>;

/** What an operation says of itself for the audit (ruling G9). */
export type AuditedChange = {
  /** The operation's name, as `confirm_delivery`. */
  what: AuditedWhat;
  /** The key of the record it is about, as that record's table has it. */
  subject_id: string | number | null;
  /** What it found and what it left; left out for what was not there. */
  before?: Facts | null | undefined;
  after?: Facts | null | undefined;
  /** Fields it wrote that say who somebody is, or that people write freely: their names only, never a value. */
  personal_fields?: readonly PersonalField[];
};

/** Where a request came from: the address as far as it is believed, and what people call the device. */
export type Origin = { client_address: string; device: string | null };

/** What names, reaches or finds a person, and what people write in words of their own. */
export const PERSONAL_FIELDS = [
  'customer',
  'customer_name',
  'delivery_address',
  'email',
  'first_name',
  'full_name',
  'last_name',
  'notes',
  'password',
  'phone',
  'reason',
  'signer',
] as const;
type PersonalField = (typeof PERSONAL_FIELDS)[number];

/** The row of `audit_events` that a change leaves. Throws for a personal field among the facts. */
export function auditEvent({ author, shop_id, origin, command_id, newId }: AuditedBy, change: AuditedChange) {
  const { what, subject_id, before, after, personal_fields = [] } = change;
  assertImpersonal(before);
  assertImpersonal(after);
  return {
    shop_id,
    id: newId(),
    ...authorColumns(author),
    ...(author.kind === 'staff' ? origin : null),
    what,
    subject_id: subject_id === null ? null : String(subject_id),
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
    personal_fields: [...personal_fields],
    command_id,
  };
}

export type AuditedBy = {
  author: Author;
  shop_id: number;
  /** Of a request; null for everything else. */
  origin: Origin | null;
  command_id: string | null;
  newId: Random['id'];
};

function authorColumns(author: Author) {
  if (author.kind === 'staff') return { source: 'request', user_id: author.user_id } as const;
  if (author.kind === 'operator') return { source: 'command line', operator: author.account } as const;
  return { source: author.name };
}

function assertImpersonal(facts: Facts | null | undefined): void {
  if (!facts) return;
  const personal = PERSONAL_FIELDS.filter((field) => field in facts);
  if (personal.length > 0) throw new Error(`the audit takes no value of ${personal.join(', ')}`);
}
