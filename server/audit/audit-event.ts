import type { AuditRowName } from '../../contract/operations/audited.ts';
import type { Author } from '../platform/actor.ts';
import type { Random } from '../platform/machine.ts';

type Fact = string | number | boolean | null | readonly (string | number | null)[];

/** Fields of a record as stored: ids, amounts in fils, statuses, times as text. Never personal data. */
export type Facts = Readonly<Record<string, Fact>>;

/** The facts that an operation reports for the audit. */
export type AuditedChange = {
  /** The operation's name, such as `confirm_delivery`. */
  what: AuditRowName;
  /** The key of the affected record, as in that record's table. */
  subject_id: string | number | null;
  /** The record before and after the change; absent if it did not exist. */
  before?: Facts | null | undefined;
  after?: Facts | null | undefined;
  /** The names of written fields with personal data or free text; never their values. */
  personal_fields?: readonly PersonalField[];
};

/** The source of a request: the client address as far as it is trusted, and a readable name of the device. */
export type Origin = { client_address: string; device: string | null };

/** Fields that name, locate or reach a person, and free text. */
export const PERSONAL_FIELDS = [
  'customer',
  'customer_name',
  'delivery_address',
  'email',
  'first_name',
  'full_name',
  'last_name',
  'note',
  'notes',
  'password',
  'payment_reference',
  'phone',
  'position',
  'reason',
  'signer',
] as const;
type PersonalField = (typeof PERSONAL_FIELDS)[number];

/** Returns the row of `audit_events` for a change. Throws if the facts contain a personal field. */
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
  /** The origin of the request that made the change; null if no request made it. */
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
  if (personal.length > 0) throw new Error(`the audit must not contain a value of ${personal.join(', ')}`);
}
