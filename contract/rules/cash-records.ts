/** The signed cash records; each can be viewed again at any time. */
export const CASH_RECORD_KINDS = ['handover', 'collection', 'deposit', 'float'] as const;
export type CashRecordKind = (typeof CASH_RECORD_KINDS)[number];
