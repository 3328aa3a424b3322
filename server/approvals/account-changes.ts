import { ACCOUNTS } from '../../contract/rules/differences.ts';
import type { AccountChange } from '../../contract/schemas/approvals.ts';
import { heldBy, lockBalancesIn } from '../cash/balances.ts';
import { openAccountOf } from '../cash/differences.ts';
import { type AccountDelta, changesByReversal } from '../cash/voids/changes-by-reversal.ts';
import {
  correctionDelta,
  lockCorrected,
  type RequestedCorrection,
} from '../deliveries/corrections/carry-out-correction.ts';
import { lockOrderToWaive } from '../deliveries/payments/waiver.ts';
import { lockRefundOf } from '../expenses/refund-of-order.ts';
import type { Tx } from '../platform/database/database.ts';
import { findRow } from '../platform/database/rows.ts';
import { lockRecord, type SignedVoid } from '../voids/reverse-record.ts';
import type { ApprovalRow } from './find-approval.ts';

/** Returns the accounts that a request changes by the present book, each before and after. */
export async function accountChanges(
  tx: Tx,
  shop_id: number,
  approval: ApprovalRow,
): Promise<AccountChange[]> {
  const changes: AccountChange[] = [];
  for (const { account, user_id, fils } of await deltasOf(tx, shop_id, approval)) {
    const before_fils =
      account === 'cash'
        ? await heldBy(tx, shop_id, user_id)
        : await openAccountOf(tx, shop_id, account, user_id);
    const person = await findRow(tx, 'profiles', { id: user_id }, ['full_name']);
    const full_name = person?.full_name ?? '';
    changes.push({ account, user_id, full_name, before_fils, after_fils: before_fils + fils });
  }
  return changes;
}

/**
 * Locks what a request changes, in the order of its change: balances, before them the card machine of a void
 * and the order of a refund or a correction; of a waiver its order. Requests about the same person are
 * approved one after another.
 */
export async function lockAccounts(
  tx: Tx,
  shop_id: number,
  { kind, user_id, record }: ApprovalRow,
): Promise<void> {
  if (kind === 'void') {
    const { record_type, record_id } = record as unknown as SignedVoid;
    await lockRecord(tx, shop_id, record_type, record_id);
    return;
  }
  if (kind === 'waiver') {
    await lockOrderToWaive(tx, shop_id, String(record.order_id));
    return;
  }
  if (kind === 'expense' && record.order_id !== null)
    await lockRefundOf(tx, shop_id, String(record.order_id));
  if (kind === 'correction') await lockCorrected(tx, record as unknown as RequestedCorrection);
  await lockBalancesIn(tx, shop_id, [user_id]);
}

async function deltasOf(tx: Tx, shop_id: number, approval: ApprovalRow): Promise<AccountDelta[]> {
  const { kind, user_id, amount_fils, record } = approval;
  switch (kind) {
    case 'adjustment':
    case 'issue':
      return [{ account: 'cash', user_id, fils: amount_fils }];
    case 'expense':
      return [{ account: 'cash', user_id, fils: -amount_fils }];
    case 'float':
      return [{ account: 'cash', user_id, fils: record.direction === 'issue' ? amount_fils : -amount_fils }];
    case 'write_off': {
      const key = { shop_id, id: String(record.difference_id) };
      const difference = await findRow(tx, 'cash_differences', key, ['kind']);
      const account = ACCOUNTS.find((one) => one === difference?.kind) ?? 'shortage';
      return [{ account, user_id, fils: -amount_fils }];
    }
    // An amount owed by a customer is no account of a person.
    case 'waiver':
      return [];
    case 'correction': {
      const { change_fils, handed_in } = await correctionDelta(tx, record as unknown as RequestedCorrection);
      if (change_fils === 0) return [];
      if (!handed_in) return [{ account: 'cash', user_id, fils: change_fils }];
      const account = change_fils > 0 ? 'shortage' : 'over';
      return [{ account, user_id, fils: Math.abs(change_fils) }];
    }
    case 'void':
      return changesByReversal(tx, shop_id, String(record.record_id));
    case 'unpaid':
      return [];
  }
}
