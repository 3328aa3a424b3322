import type { ProblemCode } from './problems.ts';
import type { Access } from './roles.ts';

export type Endpoint = {
  method: 'get' | 'post' | 'put';
  /** With OpenAPI's placeholders: `/api/orders/{order_id}`. */
  path: string;
  access: Access;
  /** True when it changes something exactly once under an `Idempotency-Key` (ruling A3). */
  command: boolean;
  /** Also with a password that somebody else has set; everything else waits until it was changed (ruling C1). */
  any_password?: boolean;
  /** The problems it answers beside the ones every endpoint may answer. */
  errors: readonly ProblemCode[];
  summary: string;
};

/** Answered by every endpoint. */
export const SHARED_ERRORS = [
  'malformed',
  'invalid_input',
  'too_large',
  'too_slow',
  'not_signed_in',
  'no_profile',
  'no_access',
  'password_change_required',
  'unavailable',
  'unexpected',
] as const satisfies readonly ProblemCode[];

type Told = Omit<Endpoint, 'method' | 'command'>;

function read<const Own extends Told>(own: Own) {
  return { ...own, method: 'get' as const, command: false as const };
}

/** Changes something, or nudges, and needs no key: to do it again does no harm. */
function change<const Own extends Told>(own: Own) {
  return { ...own, method: 'post' as const, command: false as const };
}

/** Changes something once under its key, by work and files made on a device; and so may be refused for any of these. */
function command<const Own extends Told>(own: Own) {
  const errors = ['command_id_missing', 'command_reused', 'file_missing', 'device_time_off'] as const;
  return { ...own, method: 'post' as const, command: true as const, errors: [...errors, ...own.errors] };
}

const HANDOVER_ERRORS = [
  'not_found',
  'driver_unknown',
  'driver_not_available',
  'own_cash',
  'reference_taken',
  'card_machine_elsewhere',
] as const;

/** The table both sides agree on. Sign-in speaks a protocol of its own under `/auth/v1` and is described there. */
export const ENDPOINTS = {
  read_profile: read({
    path: '/api/profile',
    access: 'signed_in',
    any_password: true,
    errors: [],
    summary: "The signed-in user's profile, shop and driver record",
  }),
  change_password: change({
    path: '/api/password',
    access: 'signed_in',
    any_password: true,
    errors: [
      'wrong_password',
      'password_unchanged',
      'password_common',
      'password_own_data',
      'password_repeated',
      'too_many_attempts',
    ],
    summary: "Changes one's own password and ends one's other sessions",
  }),
  list_sessions: read({
    path: '/api/profile/sessions',
    access: 'signed_in',
    errors: [],
    summary: "One's own sessions: on which device, and when it was last used",
  }),
  end_session: change({
    path: '/api/profile/sessions/{session_id}/end',
    access: 'signed_in',
    errors: ['not_found'],
    summary: "Signs one of one's own sessions out; ended already is done",
  }),
  read_statistics: read({
    path: '/api/profile/statistics',
    access: 'signed_in',
    errors: [],
    summary: 'Cash on hand and what was delivered and collected today',
  }),
  initialise_cash: change({
    path: '/api/cash/initialise',
    access: ['Driver'],
    errors: ['driver_not_found'],
    summary: "Creates the driver's own missing balance at zero and answers the real total (ruling A5)",
  }),
  list_assigned_orders: read({
    path: '/api/orders/assigned',
    access: ['Driver', 'Manager'],
    errors: ['driver_not_found'],
    summary: "The driver's open orders, in the order of his stops",
  }),
  read_next_order: read({
    path: '/api/orders/next',
    access: ['Driver', 'Manager'],
    errors: ['driver_not_found'],
    summary: 'The first stop out for delivery, or the drafted one while it still can be delivered',
  }),
  list_stops: read({
    path: '/api/orders/stops',
    access: ['Driver', 'Manager'],
    errors: ['driver_not_found'],
    summary: "All of the driver's open orders with their items, in the order of his stops",
  }),
  arrange_stops: command({
    path: '/api/orders/arrangement',
    access: ['Driver', 'Manager'],
    errors: ['driver_not_found'],
    summary:
      "Puts the driver's own stops into another order; where the shop's desk did so meanwhile, the desk's stands",
  }),
  confirm_delivery: command({
    path: '/api/deliveries',
    access: ['Driver', 'Manager'],
    errors: [
      'driver_not_found',
      'not_found',
      'missing_information',
      'payment_confirmation_required',
      'order_not_assigned',
    ],
    summary: 'Confirms a delivery: proof, payment, order and cash in one transaction',
  }),
  fulfill_shopify_order: change({
    path: '/functions/v1/fulfill-shopify-order',
    access: ['Driver', 'Manager'],
    errors: ['not_found', 'order_not_completed'],
    summary: "Nudges the fulfilment of a completed order in the shop's own system",
  }),
  put_file: {
    method: 'put',
    path: '/storage/v1/object/{bucket}/{path}',
    access: 'signed_in',
    command: false,
    errors: [
      'not_found',
      'file_type',
      'file_hash',
      'too_many_uploads',
      'too_large',
      'storage_full',
      'storage_unavailable',
    ],
    summary: 'Stores one file under its bucket and path; equal bytes change nothing',
  },
  sign_file: change({
    path: '/storage/v1/object/sign',
    access: 'signed_in',
    errors: ['not_found'],
    summary: 'A link to one version of a file, good for 60 seconds in this session',
  }),
  list_handover_drivers: read({
    path: '/api/handovers/drivers',
    access: ['Admin'],
    errors: [],
    summary: 'Who can be handed cash, who is out, and where the card machines are',
  }),
  read_driver_balance: read({
    path: '/api/handovers/balance',
    access: ['Admin'],
    errors: ['driver_unknown'],
    summary: "A driver's cash on hand: the Estimated Receivables",
  }),
  start_handover: command({
    path: '/api/handovers/start',
    access: ['Admin'],
    errors: HANDOVER_ERRORS,
    summary: 'Gives a driver cash and perhaps a card machine; both balances move together',
  }),
  end_handover: command({
    path: '/api/handovers/end',
    access: ['Admin'],
    errors: [...HANDOVER_ERRORS, 'balance_changed'],
    summary: 'Takes cash and perhaps a card machine back; both balances move together',
  }),
  list_handovers_today: read({
    path: '/api/handovers/today',
    access: ['Admin'],
    errors: [],
    summary: "Today's handovers of the shop, newest first",
  }),
  list_outstanding_cash: read({
    path: '/api/cash/outstanding',
    access: ['Manager'],
    errors: [],
    summary: 'Staff with cash, most first',
  }),
  collect_cash: command({
    path: '/api/collections',
    access: ['Manager'],
    errors: [
      'not_found',
      'reference_taken',
      'invalid_amount',
      'amount_too_high',
      'own_cash',
      'driver_unknown',
    ],
    summary: "Moves a member of staff's cash to the manager, signed by both",
  }),
  list_deposits: read({
    path: '/api/deposits',
    access: ['Manager'],
    errors: [],
    summary: "The shop's bank deposits, newest first, by page",
  }),
  record_deposit: command({
    path: '/api/deposits',
    access: ['Manager'],
    errors: ['reference_taken', 'invalid_amount', 'deposit_date_in_future'],
    summary: 'Records cash taken to the bank, with its slip, signature and receipt',
  }),
  report_device: change({
    path: '/api/devices/report',
    access: 'signed_in',
    any_password: true,
    errors: ['too_many_attempts'],
    summary: 'What a device has numbered, has still to send and is done with (ruling G4)',
  }),
  list_devices: read({
    path: '/api/devices',
    access: 'signed_in',
    errors: [],
    summary: 'Devices with what they have still to send and what never arrived',
  }),
  explain_device_numbers: change({
    path: '/api/devices/{device_id}/explain',
    access: ['Manager'],
    errors: ['not_found', 'own_device'],
    summary:
      'Says why numbers of a device will never arrive, or its chain does not hold; what was settled meanwhile stays as it is',
  }),
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/** The endpoints that the table tells this of. */
export type EndpointsWith<Fact> = {
  [Name in EndpointName]: (typeof ENDPOINTS)[Name] extends Fact ? Name : never;
}[EndpointName];
