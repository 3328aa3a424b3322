import { command } from '../../definition.ts';
import { SAMPLE_CLOCK, SAMPLE_FILE, SAMPLE_ID } from '../../samples.ts';

export const correctDelivery = command({
  path: '/api/delivery-corrections',
  access: ['Driver', 'Manager'],
  touches: ['orders', 'cash'],
  errors: [
    'driver_not_found',
    'not_found',
    'reason_required',
    'nothing_corrected',
    'delivery_corrected',
    'payment_received',
  ],
  summary: 'Corrects an own delivery, or requests the approval to do so',
  audit: { kind: 'deliveries', subject: 'order', label: 'Corrected a delivery' },
  audited_as: ['request_correction'],
  durable: 'by_itself',
  grants: [
    'insert approvals',
    'insert delivery_corrections',
    'insert order_events',
    'update files.pinned_at',
  ],
  sample: {
    body: {
      delivery_command_id: SAMPLE_ID,
      order_id: SAMPLE_ID,
      number: 1,
      customer_name: 'Layla Haddad',
      taken: { cash_fils: 14_500, card_fils: 0, link: null, transfer: null },
      rounding_fils: 0,
      short_reason: null,
      photo: null,
      document: { ...SAMPLE_FILE, path: `1/1/2026-11/1001/correction-${SAMPLE_ID}.pdf` },
      ...SAMPLE_CLOCK,
    },
  },
});
