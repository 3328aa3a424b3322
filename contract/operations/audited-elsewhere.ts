import type { Audited } from './definition.ts';

/** Audited changes without an endpoint: made by the server, the store, the sign-in protocol or the command line. */
export const AUDITED_ELSEWHERE = {
  take_order: { kind: 'orders', subject: 'order', label: 'Took an order from the store' },
  assign_order: { kind: 'orders', subject: 'order', label: 'Gave an order to a driver' },
  unassign_order: { kind: 'orders', subject: 'order', label: 'Took an order from its driver' },
  move_order: { kind: 'orders', subject: 'order', label: 'Moved an order on' },
  cancel_order: { kind: 'orders', subject: 'order', label: 'Cancelled an order' },
  reopen_order: { kind: 'orders', subject: 'order', label: 'Reopened an order' },
  fulfil_order: { kind: 'deliveries', subject: 'order', label: 'Fulfilled an order in the store' },
  mark_order_paid: {
    kind: 'deliveries',
    subject: 'confirmation',
    label: 'Marked an order as paid in the store',
  },
  issue_cash: { kind: 'cash', subject: null, label: 'Issued cash from the safe' },
  adjust_cash: { kind: 'cash', subject: null, label: 'Adjusted cash on hand' },
  post_movement: { kind: 'cash', subject: 'movement', label: 'Posted cash that waited' },
  sign_in: { kind: 'sign_ins', subject: null, label: 'Signed in' },
  sign_out: { kind: 'sign_ins', subject: null, label: 'Signed out' },
  add_shop: { kind: 'shop', subject: 'shop', label: 'Added the shop' },
  erase_customers: { kind: 'shop', subject: null, label: 'Erased customers of old orders' },
  stop_store: { kind: 'shop', subject: null, label: 'Stopped asking the Shopify store' },
  end_resync: { kind: 'shop', subject: 'store', label: 'Read the Shopify store again' },
} as const satisfies Record<string, Audited>;
