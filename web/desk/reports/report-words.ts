import { t } from '@lingui/core/macro';
import type { BeyondStaff, CashFlow, MovementReason, ReportName } from '../../../contract/rules/reports.ts';
import { roleWords, tenderWords } from '../../words/order-words.ts';
import { directionWords } from '../floats/float-words.ts';

export function reportTitle(report: ReportName): string {
  return {
    deliveries: t`Deliveries`,
    movements: t`Cash book`,
    handovers: t`Handovers`,
    collections: t`Collections`,
    deposits: t`Bank deposits`,
    floats: t`Floats`,
    holders: t`Who held what`,
    drivers: t`By driver`,
    days: t`By day`,
    book: t`Cash by day`,
  }[report];
}

const BY_REPORT: Partial<Record<ReportName, Record<string, () => string>>> = {
  movements: { amount_fils: () => t`Amount` },
  holders: { full_name: () => t`Name` },
  floats: { admin_name: () => t`Admin` },
  drivers: { collected_fils: () => t`Taken in all` },
  days: { collected_fils: () => t`Taken in all` },
  book: {
    collected_fils: () => t`From customers`,
    issued_fils: () => t`From the safe`,
    returned_fils: () => t`To the safe`,
  },
};

/** What a column is called, in this report. */
export function columnTitle(report: ReportName, id: string): string {
  return BY_REPORT[report]?.[id]?.() ?? titles()[id] ?? id;
}

function titles(): Record<string, string> {
  return {
    delivered_at: t`At the door`,
    recorded_at: t`Recorded`,
    occurred_at: t`Happened`,
    completed_at: t`Signed`,
    late: t`Came late`,
    order_number: t`Order`,
    customer_name: t`Customer`,
    phone: t`Phone`,
    driver_name: t`Driver`,
    admin_name: t`With`,
    manager_name: t`Manager`,
    staff_name: t`Collected from`,
    full_name: t`Name`,
    role: t`Role`,
    tender: t`Paid by`,
    collected_fils: t`Taken`,
    cash_fils: t`Cash`,
    card_machine_fils: t`Card machine`,
    outcome: t`Outcome`,
    reason: t`What for`,
    from_name: t`From`,
    to_name: t`To`,
    amount_fils: t`Amount`,
    difference_fils: t`Difference`,
    source: t`Belongs to`,
    handover_type: t`Start or end`,
    reference: t`Reference`,
    card_machine: t`Card machine`,
    notes: t`Notes`,
    deposit_date: t`Banked on`,
    direction: t`Way`,
    issued_fils: t`Out of the safe`,
    returned_fils: t`Into the safe`,
    opening_fils: t`Opening`,
    in_fils: t`In`,
    out_fils: t`Out`,
    closing_fils: t`Closing`,
    deliveries: t`Deliveries`,
    late_deliveries: t`Came late`,
    day: t`Day`,
    banked_fils: t`To the bank`,
    opened_fils: t`Openings`,
    adjusted_fils: t`Adjusted`,
    differences: t`Differences`,
  };
}

export function reasonWords(reason: MovementReason): string {
  return {
    delivery: t`Delivery`,
    start_handover: t`Start of day`,
    end_handover: t`End of day`,
    collection: t`Collection`,
    bank_deposit: t`Bank deposit`,
    issue: t`Out of the safe`,
    float_return: t`Into the safe`,
    opening: t`Opening entry`,
    adjustment: t`Adjustment`,
    reversal: t`Taken back`,
  }[reason];
}

export function beyondWords(beyond: BeyondStaff): string {
  return {
    customers: t`Customers`,
    bank: t`Bank`,
    safe: t`Safe`,
    opening: t`Opening`,
    adjustment: t`Adjustment`,
  }[beyond];
}

export function flowWords(flow: CashFlow): string {
  return { in: t`Came in`, out: t`Went out` }[flow];
}

export function handoverTypeWords(type: 'start' | 'end'): string {
  return { start: t`Start of day`, end: t`End of day` }[type];
}

/** Paid beforehand, or not at all. */
export function reportTenderWords(tender: 'cash' | 'card_machine' | 'none'): string {
  return tender === 'none' ? t`Nothing taken` : tenderWords(tender);
}

const WORDS: Record<string, (value: string) => string> = {
  tender: (value) => reportTenderWords(value as 'cash'),
  outcome: (value) => (value === 'recorded_with_conflict' ? t`Met a change` : t`Delivered`),
  reason: (value) => reasonWords(value as MovementReason),
  from_beyond: (value) => beyondWords(value as BeyondStaff),
  to_beyond: (value) => beyondWords(value as BeyondStaff),
  handover_type: (value) => handoverTypeWords(value as 'start'),
  direction: (value) => directionWords(value as 'issue'),
  role: roleWords,
};

/** A word of one of the known few, in a column; one that a newer server has stands as it is. */
export function cellWords(column_id: string, value: string): string {
  return WORDS[column_id]?.(value) ?? value;
}
