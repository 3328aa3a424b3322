import { formatMoney } from '../../contract/rules/amounts/money.ts';
import { formatDateTime } from '../../contract/rules/dates/dates.ts';
import { settlementReference, voidReference } from '../../contract/rules/references.ts';
import { settlementPaths, voidPaths } from '../../contract/rules/storage-paths.ts';
import { idOf } from './demo-client.ts';
import { papersToSend, pdfPaper } from './demo-documents.ts';
import { type Day, type Person, send, sessionOf } from './running-day.ts';

/** Requests, decisions, payments of shortages and voids, as browsers send them. */

type Request = {
  key: string;
  by: Person;
  request: { user_id: string; amount_fils: number; reason: string };
};

/** Requests the adjustment of a person's cash, and returns the id of the request. */
export async function requestAdjustment(day: Day, { key, by, request }: Request): Promise<string> {
  const session = await sessionOf(day, by.email);
  const path = '/api/desk/approvals/adjustments';
  const requested = await day.client.command(session, path, idOf(key), request);
  return (requested as { approval_id: string }).approval_id;
}

/** Approves a request of another person. */
export async function approve(
  day: Day,
  { key, by, approval_id }: { key: string; by: Person; approval_id: string },
): Promise<void> {
  const session = await sessionOf(day, by.email);
  const decision = { approval_id, outcome: 'approved', reason: null };
  await day.client.command(session, '/api/desk/approvals/decide', idOf(key), decision);
}

type Payment = {
  key: string;
  when: Date;
  difference_id: string;
  from: Person;
  manager: Person;
  amount_fils: number;
};

/** Records what a person pays towards a shortage. */
export async function payShortage(day: Day, payment: Payment): Promise<void> {
  const { key, when, difference_id, from, manager, amount_fils } = payment;
  const { shop } = day;
  const reference = settlementReference(when);
  const paths = settlementPaths({ reference, signed_at: when, time_zone: shop.time_zone });
  const { papers, put, signed } = papersToSend();
  const receipt = pdfPaper(shop.name, 'Receipt For A Shortage', [
    ['Reference', reference],
    ['Date', formatDateTime(when, shop.time_zone)],
    ['From', from.full_name],
    ['To', manager.full_name],
    ['Paid', formatMoney(amount_fils)],
  ]);
  await send(
    day,
    manager.email,
    '/api/settlements',
    { key, when, papers },
    {
      reference,
      difference_id,
      amount_fils,
      person_signature: signed(paths.person_signature, from.full_name),
      staff_signature: signed(paths.staff_signature, manager.full_name),
      receipt: put(paths.receipt, receipt),
    },
  );
}

type Void = { key: string; when: Date; record_id: string; by: Person; other: Person; reason: string };

/** Voids a handover with the signatures of both signers. */
export async function voidHandover(
  day: Day,
  { key, when, record_id, by, other, reason }: Void,
): Promise<void> {
  const { shop } = day;
  const reference = voidReference(when);
  const paths = voidPaths({ reference, signed_at: when, time_zone: shop.time_zone });
  const { papers, put, signed } = papersToSend();
  const receipt = pdfPaper(shop.name, 'VOID', [
    ['Reference', reference],
    ['Date', formatDateTime(when, shop.time_zone)],
    ['Signed by', by.full_name],
    ['Signed by', other.full_name],
    ['Reason', reason],
  ]);
  await send(
    day,
    by.email,
    '/api/voids',
    { key, when, papers },
    {
      reference,
      record_type: 'handover',
      record_id,
      reason,
      own_signature: signed(paths.own_signature, by.full_name),
      other: { user_id: other.user_id, signature: signed(paths.other_signature, other.full_name) },
      receipt: put(paths.receipt, receipt),
    },
  );
}
