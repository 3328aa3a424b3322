import { t } from '@lingui/core/macro';
import type { BeyondStaff, MovementReason } from '../../../contract/rules/reports/reports.ts';
import type { CashHolder } from '../../../contract/schemas/cash-records.ts';

export function reasonText(reason: MovementReason): string {
  return {
    delivery: t`Delivery`,
    start_handover: t`Start of day`,
    end_handover: t`End of day`,
    collection: t`Collection`,
    drop: t`Cash during the day`,
    bank_deposit: t`Bank deposit`,
    issue: t`Float from the safe`,
    float_return: t`Float back to the safe`,
    opening: t`Opening balance`,
    adjustment: t`Adjustment`,
    difference: t`Short or over`,
    settlement: t`Settlement`,
    write_off: t`Write-off`,
    late_delivery: t`Late delivery`,
    reversal: t`Void`,
    order_payment: t`Payment of an order`,
    correction: t`Correction`,
    expense: t`Expense`,
  }[reason];
}

/** Names a holder of cash: a person, or a place outside the staff such as the bank. */
export function holderText({ holder, full_name }: CashHolder): string {
  if (holder === 'staff') return full_name ?? '';
  return full_name === null ? beyondText(holder) : accountText(holder, full_name);
}

/** Names a person's shortage, over or expenses. */
export function accountText(account: string, full_name: string): string {
  if (account === 'expense') return t`Expenses of ${full_name}`;
  return account === 'shortage' ? t`Shortage of ${full_name}` : t`Over of ${full_name}`;
}

function beyondText(beyond: BeyondStaff): string {
  return {
    customers: t`Customer`,
    bank: t`Bank`,
    safe: t`Safe`,
    opening: t`Opening balance`,
    adjustment: t`Adjustment`,
    shortage: t`Shortage`,
    over: t`Over`,
    expense: t`Expenses`,
  }[beyond];
}
