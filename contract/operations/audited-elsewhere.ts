import type { Audited } from './definition.ts';

/** Audited changes without an endpoint, made by the server, the store, sign-in or the command line. */
export const AUDITED_ELSEWHERE = {
  take_order: { kind: 'orders', subject: 'order', label: 'Imported an order from the store' },
  assign_order: { kind: 'orders', subject: 'order', label: 'Assigned an order to a driver' },
  unassign_order: { kind: 'orders', subject: 'order', label: 'Unassigned an order' },
  move_order: { kind: 'orders', subject: 'order', label: 'Changed the status of an order' },
  cancel_order: { kind: 'orders', subject: 'order', label: 'Cancelled an order' },
  reopen_order: { kind: 'orders', subject: 'order', label: 'Reopened an order' },
  fulfil_order: { kind: 'deliveries', subject: 'order', label: 'Fulfilled an order in the store' },
  mark_order_paid: {
    kind: 'deliveries',
    subject: 'confirmation',
    label: 'Marked an order as paid in the store',
  },
  request_void: { kind: 'cash', subject: 'approval', label: 'Requested approval of a void' },
  request_correction: {
    kind: 'deliveries',
    subject: 'approval',
    label: 'Requested approval of a correction',
  },
  request_issue: { kind: 'cash', subject: 'approval', label: 'Requested approval of cash from the safe' },
  issue_cash: { kind: 'cash', subject: null, label: 'Issued cash from the safe' },
  adjust_cash: { kind: 'cash', subject: null, label: 'Adjusted cash on hand' },
  post_movement: { kind: 'cash', subject: 'movement', label: 'Posted pending cash' },
  sign_in: { kind: 'sign_ins', subject: null, label: 'Signed in' },
  sign_out: { kind: 'sign_ins', subject: null, label: 'Signed out' },
  add_shop: { kind: 'shop', subject: 'shop', label: 'Added the shop' },
  erase_customers: { kind: 'shop', subject: null, label: 'Erased customers of old orders' },
  stop_store: { kind: 'shop', subject: null, label: 'Stopped requests to the Shopify store' },
  end_resync: { kind: 'shop', subject: 'store', label: 'Finished reading the Shopify store again' },
} as const satisfies Record<string, Audited>;
