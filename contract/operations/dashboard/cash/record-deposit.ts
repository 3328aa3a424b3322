import { command } from '../../definition.ts';
import { SAMPLE_CLOCK, SAMPLE_DEPOSIT, SAMPLE_FILE, SAMPLE_SIGNATURE } from '../../samples.ts';

export const recordDeposit = command({
  path: '/api/deposits',
  access: ['Manager'],
  touches: ['deposits', 'cash'],
  errors: ['reference_taken', 'invalid_amount', 'deposit_date_in_future'],
  summary: 'Records cash taken to the bank, with its slip, signature and receipt',
  audit: { kind: 'cash', subject: 'deposit', label: 'Recorded a bank deposit' },
  durable: 'by_pressing',
  grants: ['insert bank_deposits', 'update files.pinned_at'],
  sample: {
    body: {
      reference: 'BD-1795174612555',
      amount_fils: 50_000,
      deposit_date: '2025-11-20',
      notes: 'Branch in Al Barsha',
      // The paths are those of the manager of the first shop that a test creates.
      receipt: { ...SAMPLE_FILE, path: `${SAMPLE_DEPOSIT}.pdf` },
      invoice_image: { ...SAMPLE_FILE, path: `${SAMPLE_DEPOSIT}-invoice.jpg` },
      manager_signature: { ...SAMPLE_SIGNATURE, path: `${SAMPLE_DEPOSIT}-signature.png` },
      ...SAMPLE_CLOCK,
    },
  },
});
