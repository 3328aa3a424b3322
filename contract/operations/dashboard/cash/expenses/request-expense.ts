import { command } from '../../../definition.ts';
import { SAMPLE_CLOCK, SAMPLE_FILE } from '../../../samples.ts';

export const requestExpense = command({
  path: '/api/expenses',
  access: ['Driver', 'Manager', 'Admin'],
  touches: ['cash'],
  errors: ['driver_not_found', 'not_found', 'invalid_amount', 'more_than_open', 'reference_taken'],
  summary: 'Requests the approval of an expense that the user paid from the cash that they hold',
  audit: { kind: 'cash', subject: 'approval', label: 'Requested approval of an expense' },
  durable: 'by_itself',
  grants: ['insert approvals', 'update files.pinned_at'],
  sample: {
    body: {
      reference: 'EX-1795174612555',
      kind: 'parking',
      amount_fils: 2_000,
      note: null,
      order_id: null,
      slip: { ...SAMPLE_FILE, path: 'EX/2026-11/EX-1795174612555.jpg' },
      ...SAMPLE_CLOCK,
    },
  },
});
