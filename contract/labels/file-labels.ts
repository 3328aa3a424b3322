import type { AuditSubject } from '../schemas/audit.ts';
import type { LabelList } from './label-list.ts';

export const FLAG_LABELS: LabelList<'yes' | 'no'> = { id: 'flag', english: { yes: 'Yes', no: 'No' } };

/** The first cell of the totals row. */
export const FILE_LABELS: LabelList<'total'> = { id: 'file', english: { total: 'Total' } };

/** The subject of an audited operation in a file, before its name: `Order 1001`. */
export const SUBJECT_LABELS: LabelList<AuditSubject> = {
  id: 'subject',
  english: {
    order: 'Order',
    orders: 'Orders',
    person: 'Person',
    machine: 'Card machine',
    device: 'Device',
    handover: 'Handover',
    collection: 'Collection',
    deposit: 'Deposit',
    float: 'Float',
    photo: 'Photo',
    note: 'Note',
    receipt: 'Receipt',
    slip: 'Slip',
    signature: 'Signature',
    report: 'Report',
    shop: 'Shop',
    store: 'Store',
  },
};
