import type { DeliverySettings } from '../../contract/operations/dashboard/deliveries/read-delivery-settings.schema.ts';
import type { ChangeDeliverySettings } from '../../contract/operations/desk/deliveries/change-delivery-settings.schema.ts';
import { EXPENSE_KINDS } from '../../contract/rules/expenses.ts';
import { withDefaultTemplates } from '../../contract/rules/messages-to-customers.ts';
import { ATTEMPT_REASONS, type AttemptReason } from '../../contract/rules/orders/attempt-reasons.ts';
import type { Operation } from '../operations/operation.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { changeRows, oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';

/** Returns the shop's settings of deliveries; a shop that has not changed a part has the built-in one. */
export async function readDeliverySettings(tx: Tx): Promise<DeliverySettings> {
  const shop = sql<
    Pick<DeliverySettings, 'drivers_set_out' | 'records_position' | 'rounds_cash'> & {
      expense_kinds: string[] | null;
    }
  >`
    select drivers_set_out, records_position, rounds_cash, expense_kinds from shops where id = actor.shop_id()`;
  const reasons = sql<AttemptReason>`
    select key, label, needs_photo, needs_note, needs_time from attempt_reasons
    where shop_id = actor.shop_id() and is_offered order by position, key`;
  const templates = sql<DeliverySettings['templates'][number]>`
    select kind, language, text, is_reviewed from message_templates where shop_id = actor.shop_id()`;
  const [{ expense_kinds, ...rules }, own_reasons, own_templates] = await Promise.all([
    oneRow(tx, shop),
    reasons.execute(tx),
    templates.execute(tx),
  ]);
  return {
    reasons: own_reasons.rows.length > 0 ? own_reasons.rows : [...ATTEMPT_REASONS],
    ...rules,
    expense_kinds: expense_kinds ?? [...EXPENSE_KINDS],
    templates: withDefaultTemplates(own_templates.rows),
  };
}

/**
 * Changes the given parts; returns all settings. Earlier attempts keep their reasons. Throws
 * `settings_changed` if these reasons, kinds of expenses or templates are not the ones that the user saw.
 */
export async function changeDeliverySettings(
  tx: Tx,
  actor: Staff,
  { reasons, seen_reasons, seen_expense_kinds, templates, ...rules }: ChangeDeliverySettings,
  { changed, unchanged }: Operation,
): Promise<DeliverySettings> {
  const { shop_id } = actor;
  // Two Admins change the same rows one after the other.
  await sql`select id from shops where id = ${shop_id} for no key update`.execute(tx);
  const before = await readDeliverySettings(tx);
  if (!isAsSeen(before, { seen_reasons, seen_expense_kinds, templates }))
    throw new Problem('settings_changed');
  if (reasons) await replaceReasons(tx, shop_id, reasons);
  if (templates) await putTemplates(tx, shop_id, templates);
  const flags = Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined));
  if (Object.keys(flags).length > 0) await changeRows(tx, 'shops', { id: shop_id }, flags);
  const after = await readDeliverySettings(tx);
  if (JSON.stringify(after) === JSON.stringify(before)) {
    unchanged();
    return after;
  }
  changed({
    what: 'change_delivery_settings',
    subject_id: String(shop_id),
    before: factsOf(before),
    after: factsOf(after),
    touched: [{ topic: 'shop', audience: 'shop' }],
  });
  return after;
}

/** True if the reasons, kinds of expenses and templates to change are still the ones that the user saw. */
function isAsSeen(
  stored: DeliverySettings,
  {
    seen_reasons,
    seen_expense_kinds,
    templates = [],
  }: Pick<ChangeDeliverySettings, 'seen_reasons' | 'seen_expense_kinds' | 'templates'>,
): boolean {
  const textsOf = (reasons: readonly AttemptReason[]) => JSON.stringify(reasons.map(reasonText));
  if (seen_reasons && textsOf(seen_reasons) !== textsOf(stored.reasons)) return false;
  if (seen_expense_kinds && JSON.stringify(seen_expense_kinds) !== JSON.stringify(stored.expense_kinds))
    return false;
  const texts = new Map(stored.templates.map((one) => [`${one.kind} ${one.language}`, one.text]));
  return templates.every((one) => texts.get(`${one.kind} ${one.language}`) === one.seen_text);
}

/** Stores these reasons in their order, and withdraws all others. */
async function replaceReasons(tx: Tx, shop_id: number, reasons: readonly AttemptReason[]): Promise<void> {
  const withdrawing = sql`update attempt_reasons set is_offered = false
    where shop_id = ${shop_id} and key <> all (${reasons.map(({ key }) => key)}::text[])`;
  await withdrawing.execute(tx);
  for (const [position, { key, label, needs_photo, needs_note, needs_time }] of reasons.entries()) {
    const putting = sql`
      insert into attempt_reasons (shop_id, key, label, needs_photo, needs_note, needs_time, position, is_offered)
      values (${shop_id}::int, ${key}, ${label}, ${needs_photo}::boolean, ${needs_note}::boolean, ${needs_time}::boolean, ${position}::int, true)
      on conflict (shop_id, key) do update set label = excluded.label, needs_photo = excluded.needs_photo,
        needs_note = excluded.needs_note, needs_time = excluded.needs_time, position = excluded.position, is_offered = true`;
    await putting.execute(tx);
  }
}

async function putTemplates(
  tx: Tx,
  shop_id: number,
  templates: NonNullable<ChangeDeliverySettings['templates']>,
): Promise<void> {
  for (const { kind, language, text, is_reviewed } of templates) {
    const putting = sql`
      insert into message_templates (shop_id, kind, language, text, is_reviewed)
      values (${shop_id}::int, ${kind}, ${language}, ${text}, ${is_reviewed}::boolean)
      on conflict (shop_id, kind, language) do update set text = excluded.text, is_reviewed = excluded.is_reviewed`;
    await putting.execute(tx);
  }
}

/** Formats the settings for the audit; `cash verify` compares the command's reply with them. */
function factsOf({
  reasons,
  drivers_set_out,
  records_position,
  rounds_cash = false,
  expense_kinds = [],
  templates,
}: DeliverySettings) {
  return {
    drivers_set_out,
    records_position,
    rounds_cash,
    expense_kinds,
    reasons: reasons.map(reasonText),
    templates: templates.map(({ kind, language, is_reviewed, text }) => {
      const name = [kind, language, is_reviewed && 'reviewed'].filter(Boolean).join(' ');
      return `${name}: ${text}`;
    }),
  };
}

function reasonText({ key, needs_photo, needs_note, needs_time, label }: AttemptReason): string {
  const needs = [needs_photo && 'photo', needs_note && 'note', needs_time && 'time'];
  const name = [key, ...needs].filter(Boolean).join(' ');
  return label === null ? name : `${name}: ${label}`;
}
