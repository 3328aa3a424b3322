import { change, command, type Endpoint, read } from './endpoint.ts';
import { OFFICE_ENDPOINTS } from './office-endpoints.ts';
import { REPORT_ENDPOINTS } from './report-endpoints.ts';
import { DESK_ROLES } from './roles.ts';

/** What only the desk under /desk calls (ruling G1); the app under /dashboard does not load this table. */
export const DESK_ENDPOINTS = {
  // Orders: lists, search, what is done with many.
  list_desk_orders: read({
    path: '/api/desk/orders',
    access: DESK_ROLES,
    shows: ['orders', 'staff', 'shop', 'store'],
    errors: [],
    summary: "The shop's orders in one of the desk's views, sorted, by page",
  }),
  count_desk_views: read({
    path: '/api/desk/order-counts',
    access: DESK_ROLES,
    shows: ['orders', 'shop', 'store'],
    errors: [],
    summary: "How many orders stand in each of the desk's views",
  }),
  search_desk_orders: read({
    path: '/api/desk/order-search',
    access: DESK_ROLES,
    shows: ['orders', 'staff', 'shop', 'store'],
    errors: [],
    summary: 'Orders by parts of number, phone, name, address, area and driver, the newest first',
  }),
  assign_orders: command({
    path: '/api/desk/orders/assign',
    access: DESK_ROLES,
    errors: ['not_found', 'cannot_deliver', 'staff_disabled', 'driver_not_found', 'staff_elsewhere'],
    summary: 'Gives up to 300 orders to a driver; what cannot be is named and stays',
  }),
  unassign_orders: command({
    path: '/api/desk/orders/unassign',
    access: DESK_ROLES,
    errors: [],
    summary: 'Takes up to 300 orders from their drivers; what cannot be is named and stays',
  }),
  dispatch_orders: command({
    path: '/api/desk/orders/dispatch',
    access: DESK_ROLES,
    errors: [],
    summary: 'Sends up to 300 orders out with their drivers; what cannot be is named and stays',
  }),
  return_orders: command({
    path: '/api/desk/orders/return',
    access: DESK_ROLES,
    errors: [],
    summary: 'Takes up to 300 orders back to packed; what cannot be is named and stays',
  }),
  cancel_orders: command({
    path: '/api/desk/orders/cancel',
    access: DESK_ROLES,
    errors: [],
    summary: 'Cancels up to 300 open orders; what cannot be is named and stays',
  }),
  reopen_orders: command({
    path: '/api/desk/orders/reopen',
    access: DESK_ROLES,
    errors: [],
    summary: 'Takes up to 300 cancellations back, for a reason; what cannot be is named and stays',
  }),
  review_conflicts: command({
    path: '/api/desk/orders/review',
    access: DESK_ROLES,
    errors: [],
    summary:
      'Writes down what really happened to up to 300 orders whose deliveries met a change; what cannot be is named and stays',
  }),
  undo_orders: command({
    path: '/api/desk/orders/undo',
    access: DESK_ROLES,
    errors: ['not_found'],
    summary:
      'Within ten seconds puts orders back to what they were before such a command of one’s own, where nothing happened since',
  }),
  // One order: its page, corrected or added by hand.
  read_desk_order: read({
    path: '/api/desk/order',
    access: DESK_ROLES,
    shows: ['orders', 'store', 'staff'],
    errors: ['not_found'],
    summary: 'All that is known of one order: items, amounts, drivers, deliveries with their proofs, history',
  }),
  read_order_to_add: read({
    path: '/api/desk/order-to-add',
    access: DESK_ROLES,
    shows: ['staff'],
    errors: [],
    summary: 'What a new order begins with: a number that is free, and who can deliver it',
  }),
  correct_order: command({
    path: '/api/desk/orders/correct',
    access: DESK_ROLES,
    errors: ['not_found', 'order_moved', 'order_closed'],
    summary:
      'Correct by hand an order that is not delivered yet, with a reason, where it is still what was seen (ruling G5)',
  }),
  add_order: command({
    path: '/api/desk/orders/add',
    access: DESK_ROLES,
    errors: [
      'already_exists',
      'not_found',
      'staff_disabled',
      'cannot_deliver',
      'driver_not_found',
      'staff_elsewhere',
    ],
    summary: 'Add an order by hand, and give it to a driver at once or not',
  }),
  // The driver board.
  read_driver_board: read({
    path: '/api/desk/drivers',
    access: ['Admin', 'Manager'],
    shows: ['orders', 'cash', 'machines', 'devices', 'staff'],
    errors: [],
    summary:
      "The shop's drivers with their stops in order, cash, card machines, and what waits on their phones",
  }),
  arrange_driver_stops: command({
    path: '/api/desk/drivers/arrangement',
    access: ['Admin', 'Manager'],
    errors: [
      'not_found',
      'cannot_deliver',
      'staff_disabled',
      'driver_not_found',
      'order_closed',
      'order_waits',
    ],
    summary:
      "Puts a driver's stops into another order, and may give him one more; where somebody else at the desk did so meanwhile, nothing is done",
  }),
  // Import.
  read_import_memory: read({
    path: '/api/import/memory',
    access: ['Admin', 'Manager'],
    shows: ['shop'],
    errors: [],
    summary: 'Which columns of its lists tell what, and what its words for methods mean',
  }),
  remember_import_layout: change({
    path: '/api/import/layout',
    access: ['Admin', 'Manager'],
    errors: [],
    summary: 'Remember which columns of a list tell what',
  }),
  remember_import_methods: change({
    path: '/api/import/methods',
    access: ['Admin', 'Manager'],
    errors: [],
    summary: 'Remember what words for methods mean',
  }),
  preview_import: change({
    path: '/api/import/preview',
    access: ['Admin', 'Manager'],
    errors: [],
    summary: 'What would become of each of these orders of a file; changes nothing',
  }),
  import_orders: command({
    path: '/api/import/orders',
    access: ['Admin', 'Manager'],
    errors: [],
    summary: 'Add those of these orders of a file that are new',
  }),
  // The names that the shop's sources use for payments and statuses (ruling H3).
  list_names: read({
    path: '/api/names',
    access: DESK_ROLES,
    shows: ['shop', 'orders', 'staff'],
    errors: [],
    summary: "The names of payments and statuses in the shop's sources, with their meanings",
  }),
  preview_names: change({
    path: '/api/names/preview',
    access: DESK_ROLES,
    errors: [],
    summary: 'Lists the open orders that definitions of names would change; changes nothing',
  }),
  define_names: command({
    path: '/api/names',
    access: DESK_ROLES,
    errors: ['already_exists'],
    summary: 'Defines names, and applies the definitions to the orders that have not left the shop',
  }),
  list_not_taken: read({
    path: '/api/not-taken',
    access: DESK_ROLES,
    shows: ['store', 'orders'],
    errors: [],
    summary: 'Orders of the store that could not be taken, with what can be done about each',
  }),
  retry_not_taken: change({
    path: '/api/not-taken/retry',
    access: DESK_ROLES,
    errors: ['not_found'],
    summary: 'Asks the store for one of them anew, tries it again, and answers what became of it',
  }),
  dismiss_not_taken: command({
    path: '/api/not-taken/dismiss',
    access: DESK_ROLES,
    errors: ['not_found'],
    summary: 'Takes one of them from the list, with a note',
  }),
  correct_imported_order: command({
    path: '/api/import/correct',
    access: ['Admin', 'Manager'],
    errors: ['not_found'],
    summary: 'Make an open order what a file says of it',
  }),
  ...OFFICE_ENDPOINTS,
  ...REPORT_ENDPOINTS,
} as const satisfies Record<string, Endpoint>;
