import type { Book } from './book.ts';
import type { Records } from './records.ts';
import type { ApprovalRow, DecisionRow } from './second-person-records.ts';

/**
 * Checks that each request was decided by a second person in time, and that exactly the approved ones have
 * added their record, once (ruling H7).
 */
export function approvalsOfRequests(book: Book, records: Records): string[] {
  return [
    ...records.approvals.flatMap((approval) => {
      const decision = records.decisions.find(({ id }) => id === approval.id);
      return [
        ...(decision ? decidedBySecondPerson(book, approval, decision) : []),
        ...added(approval, decision, records),
      ];
    }),
    ...withoutApproval(records),
  ];
}

function decidedBySecondPerson(book: Book, approval: ApprovalRow, decision: DecisionRow): string[] {
  const { id, kind, requested_by, user_id, record } = approval;
  const { outcome, decided_by, command_id } = decision;
  const name = `request ${id} for ${kind}`;
  const found: string[] = [];
  const is_own = decided_by === requested_by;
  if (is_own !== (outcome === 'withdrawn'))
    found.push(`${name} by ${requested_by} is ${outcome} by ${decided_by}`);
  if (outcome !== 'approved') {
    return decision.changes.length === 0 ? found : [...found, `${name} is ${outcome} and changed an account`];
  }
  const is_of_own = kind !== 'void' && requested_by !== null && decided_by === user_id;
  const is_signer = kind === 'float' && [record.admin_id, record.manager_id].includes(decided_by ?? '');
  if (is_of_own || is_signer)
    found.push(`${name} was approved by a person whose account changes or a signer`);
  const pressed = book.find(command_id) ?? book.operated().find((one) => one.id === command_id);
  if (pressed && pressed.pressed_at > Date.parse(approval.expires_at))
    found.push(`${name} was approved after it had expired`);
  return [...found, ...changedAccounts(approval, decision)];
}

/** The kinds of requests whose accounts do not follow from the amount, but from movements, if any. */
const WITHOUT_ONE_ACCOUNT: readonly string[] = ['void', 'waiver', 'correction', 'unpaid'];

/** Checks the accounts that an approval reports as changed. */
function changedAccounts({ id, kind, user_id, amount_fils, record }: ApprovalRow, { changes }: DecisionRow) {
  if (WITHOUT_ONE_ACCOUNT.includes(kind)) return [];
  const is_paid_out = kind === 'write_off' || kind === 'expense' || record.direction === 'return';
  const by_fils = is_paid_out ? -amount_fils : amount_fils;
  const [change, ...others] = changes;
  const is_right =
    change?.user_id === user_id &&
    (change.account === 'cash') === (kind !== 'write_off') &&
    change.after_fils - change.before_fils === by_fils &&
    others.length === 0;
  return is_right ? [] : [`request ${id} reports the changes ${JSON.stringify(changes)}`];
}

type Added = { id: string; shop_id: number; approval_id: string | null };

function added(approval: ApprovalRow, decision: DecisionRow | undefined, records: Records): string[] {
  const { id, kind, shop_id, record } = approval;
  const tables: Record<ApprovalRow['kind'], readonly Added[]> = {
    adjustment: records.adjustments,
    issue: records.issues,
    float: records.floats,
    write_off: records.settlements,
    void: records.voids,
    waiver: records.waivers,
    expense: records.expenses,
    correction: records.corrections,
    // The delivery that follows names the consent.
    unpaid: [],
  };
  const rows = Object.entries(tables).flatMap(([of, all]) =>
    all.filter((row) => row.approval_id === id).map((row) => ({ ...row, of })),
  );
  const times = decision?.outcome === 'approved' && kind !== 'unpaid' ? 1 : 0;
  if (rows.length !== times)
    return [`request ${id} for ${kind} has added ${rows.length} records instead of ${times}`];
  return rows.flatMap((row) => {
    const is_right =
      row.of === kind && row.shop_id === shop_id && row.id === record.id && isRequested(approval, row);
    return is_right ? [] : [`request ${id} for ${kind} has added ${JSON.stringify(row)}`];
  });
}

/** Compares an added record with its request, which both people saw. */
function isRequested({ kind, user_id, amount_fils, record }: ApprovalRow, row: object): boolean {
  if (kind === 'void') return 'record_id' in row && row.record_id === record.record_id;
  if (kind === 'correction')
    return 'confirmation_id' in row && row.confirmation_id === record.confirmation_id;
  const same_amount = 'amount_fils' in row && row.amount_fils === amount_fils;
  if (kind === 'waiver') return same_amount && 'order_id' in row && row.order_id === record.order_id;
  if (kind === 'float') return same_amount && 'admin_id' in row && row.admin_id === user_id;
  const same_user = 'user_id' in row && row.user_id === user_id;
  return (
    same_amount && same_user && (!('difference_id' in row) || row.difference_id === record.difference_id)
  );
}

/** Checks that nothing that needs an approval was recorded without one. */
function withoutApproval(records: Records): string[] {
  const { adjustments, expenses, float_limits, floats, issues, settlements, voids, waivers } = records;
  const limits = new Map(float_limits.map((shop) => [shop.shop_id, shop.float_limit_fils]));
  const without = <Row extends Added>(rows: readonly Row[]) =>
    rows.filter(({ approval_id }) => approval_id === null);
  const isAbove = ({ shop_id, amount_fils }: { shop_id: number; amount_fils: number }) =>
    amount_fils > (limits.get(shop_id) ?? Number.POSITIVE_INFINITY);
  const needing = [
    ...without(adjustments),
    ...without(expenses),
    ...without(waivers),
    ...without(ownCorrectionsToLess(records)),
    ...withoutConsent(records),
    ...without(settlements).filter(({ kind }) => kind === 'salary' || kind === 'loss'),
    ...without(voids).filter(({ other_user_id }) => other_user_id === null),
    ...without(floats).filter((row) => row.direction === 'issue' && isAbove(row)),
    ...without(issues).filter(isAbove),
  ];
  return needing.map((row) => `no second person has approved ${JSON.stringify(row)}`);
}

/** Corrections by which users lower the cash of their own deliveries. */
function ownCorrectionsToLess({ corrections, deliveries }: Records) {
  return corrections.filter((row) => {
    if (row.corrected_by !== row.user_id) return false;
    const previous = corrections.find(
      ({ confirmation_id, number }) => confirmation_id === row.confirmation_id && number === row.number - 1,
    );
    const before = previous ?? deliveries.find(({ id }) => id === row.confirmation_id);
    return row.cash_fils < (before?.cash_fils ?? 0);
  });
}

/** Deliveries for which nothing was taken although it was due, without an approved consent about them. */
function withoutConsent({ approvals, decisions, deliveries }: Records) {
  return deliveries.filter((row) => {
    const taken_fils = row.collected_fils + row.link_fils + row.transfer_fils;
    if (taken_fils > 0 || (row.due_fils ?? 0) - row.rounding_fils <= 0) return false;
    const consent = approvals.find(({ id, kind }) => id === row.consent_id && kind === 'unpaid');
    const decision = decisions.find(({ id }) => id === row.consent_id);
    const is_about = consent?.record.order_id === row.order_id && consent.requested_by === row.user_id;
    return !is_about || decision?.outcome !== 'approved';
  });
}
