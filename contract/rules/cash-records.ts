/** What is recorded of cash with signatures, and can be looked at again whenever it was. */
export const CASH_RECORD_KINDS = ['handover', 'collection', 'deposit', 'float'] as const;
export type CashRecordKind = (typeof CASH_RECORD_KINDS)[number];
