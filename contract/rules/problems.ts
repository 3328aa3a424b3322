import type { VoidBlocker } from './approvals.ts';

/**
 * Every problem response (RFC 9457). Programs match the code; the title is for people and must not be
 * matched.
 */
export const PROBLEMS = {
  malformed: { status: 400, title: 'The request could not be read' },
  invalid_input: { status: 422, title: 'Some values are not valid' },
  too_large: { status: 413, title: 'The request is too large' },
  too_slow: { status: 408, title: 'The request took too long to arrive' },
  not_signed_in: { status: 401, title: 'Please sign in again' },
  bad_signature: { status: 401, title: 'The signature does not match' },
  no_profile: { status: 403, title: 'No profile found for this user' },
  password_change_required: { status: 403, title: 'Please change your password first' },
  wrong_password: { status: 422, title: 'Your current password is incorrect' },
  password_unchanged: { status: 422, title: 'The new password is the same as the current one' },
  password_common: { status: 422, title: 'This password is too common and easy to guess' },
  password_own_data: {
    status: 422,
    title: 'This password is mostly a name or an e-mail address that others know',
  },
  password_repeated: { status: 422, title: 'This password only repeats the same characters' },
  too_many_attempts: { status: 429, title: 'Too many attempts. Please try again in a few minutes.' },
  no_access: { status: 403, title: "You don't have access to this" },
  not_found: { status: 404, title: 'Not found' },
  driver_not_found: { status: 404, title: 'No driver record found for this user. Please contact support.' },
  command_id_missing: { status: 400, title: 'The request has no Idempotency-Key header' },
  command_reused: { status: 422, title: 'This Idempotency-Key was already used for another request' },
  file_missing: { status: 409, title: 'A file of this command has not been uploaded' },
  file_type: { status: 415, title: 'This type of file is not accepted' },
  file_hash: { status: 422, title: 'The file does not match its hash' },
  too_many_uploads: { status: 429, title: 'Too many uploaded files have not been used yet' },
  storage_full: { status: 507, title: 'The server has no space for files at the moment' },
  storage_unavailable: { status: 503, title: 'The server cannot store files at the moment' },
  link_expired: { status: 403, title: 'This link is no longer valid' },
  missing_information: {
    status: 422,
    title: 'Please capture a delivery image, enter customer name, and confirm receipt',
  },
  payment_confirmation_required: { status: 422, title: 'Please confirm that payment has been received' },
  nothing_taken: { status: 422, title: 'The customer took nothing, so this is not a delivery' },
  reason_required: { status: 422, title: 'Please enter why less than the amount due was taken' },
  consent_required: {
    status: 409,
    title: 'The desk has not allowed to hand over this order without payment',
  },
  nothing_due: { status: 409, title: 'Nothing is due for this order' },
  already_requested: { status: 409, title: 'You have already requested this' },
  nothing_corrected: { status: 422, title: 'Nothing of this delivery was changed' },
  delivery_corrected: { status: 409, title: 'This delivery was corrected meanwhile' },
  payment_received: { status: 409, title: 'This payment was found in the account and cannot be changed' },
  own_delivery: { status: 422, title: 'Another Manager corrects your own deliveries' },
  order_not_assigned: { status: 403, title: 'This order was never assigned to you' },
  attempt_final: { status: 409, title: 'This attempt can no longer be undone' },
  set_out_by_shop: { status: 409, title: 'In this shop the desk sends orders out' },
  goods_changed: { status: 409, title: 'The goods with this driver have changed meanwhile' },
  settings_changed: { status: 409, title: 'These settings have changed meanwhile' },
  order_not_completed: { status: 409, title: 'This order is not completed yet' },
  driver_unknown: { status: 404, title: 'Driver not found' },
  driver_not_available: { status: 409, title: 'This driver is no longer available' },
  device_time_off: { status: 422, title: 'The date or time of this device was wrong when this was recorded' },
  own_cash: { status: 422, title: 'You cannot hand cash over to yourself or collect it from yourself' },
  own_account: { status: 422, title: 'You cannot do this to your own account' },
  last_admin: { status: 409, title: 'A shop needs at least one Admin' },
  own_device: { status: 422, title: 'You cannot explain gaps on a device you used' },
  reference_taken: { status: 409, title: 'This reference is already in use' },
  balance_changed: { status: 409, title: 'The balance has changed meanwhile' },
  card_machine_elsewhere: { status: 409, title: 'Another user has this card machine' },
  invalid_amount: { status: 422, title: 'Please enter a valid amount greater than 0' },
  amount_too_high: { status: 409, title: 'The amount exceeds the cash on hand' },
  approval_needed: { status: 409, title: 'This needs the approval of another Manager or Admin' },
  approval_not_needed: { status: 409, title: 'This is within the limit and needs no approval' },
  own_request: { status: 422, title: 'You cannot approve your own request' },
  not_own_request: { status: 422, title: 'Only the user who made a request can withdraw it' },
  own_account_change: { status: 422, title: 'You cannot approve a change of your own account' },
  approval_expired: { status: 409, title: 'This request has expired' },
  approval_decided: { status: 409, title: 'Another user has already decided about this request' },
  difference_undecidable: { status: 409, title: 'This difference cannot be decided yet' },
  difference_decided: { status: 409, title: 'This difference is already decided' },
  more_than_open: { status: 409, title: 'The amount exceeds what is still open' },
  own_payment: { status: 422, title: 'You took this payment yourself. Another Manager or Admin matches it.' },
  reference_differs: { status: 422, title: 'This is not the reference that was recorded' },
  payment_changed: { status: 409, title: 'This payment has been corrected meanwhile' },
  payment_matched: { status: 409, title: 'Another user has already decided about this payment' },
  already_void: { status: 409, title: 'This record is already void' },
  void_blocked: { status: 409, title: 'A later record prevents the void' },
  not_a_signer: { status: 403, title: 'Neither you nor the other person has signed this record' },
  over_ceiling: { status: 409, title: 'This driver carries more cash than the ceiling allows' },
  deposit_date_in_future: { status: 422, title: 'The deposit date cannot be after today' },
  already_exists: { status: 409, title: 'This already exists' },
  cannot_deliver: { status: 409, title: 'This person cannot deliver' },
  staff_disabled: { status: 409, title: 'This person is disabled' },
  staff_elsewhere: { status: 409, title: 'This person works in another shop' },
  holds_cash: { status: 409, title: 'This person holds cash of the shop' },
  has_open_orders: { status: 409, title: 'This driver still has open orders' },
  card_machine_in_shop: { status: 409, title: 'This card machine is already in the shop' },
  order_closed: { status: 409, title: 'This order is completed or cancelled' },
  order_step: { status: 409, title: 'The order cannot move to this status' },
  order_without_driver: { status: 409, title: 'This order has no driver' },
  order_waits: { status: 409, title: 'This order stays in the shop until its payment is decided' },
  order_on_the_road: { status: 409, title: 'This order is on the road' },
  order_moved: { status: 409, title: 'This order has changed meanwhile' },
  order_not_cancelled: { status: 409, title: 'Only a cancelled order can be reopened' },
  cancelled_in_store: { status: 409, title: 'This order was cancelled in the store' },
  delivery_recorded: { status: 409, title: 'A delivery of this order is already recorded' },
  store_not_connected: { status: 409, title: 'This shop is not connected to a Shopify store' },
  store_refused: { status: 502, title: 'The Shopify store refused the request' },
  credentials_refused: { status: 422, title: 'The Shopify store rejected these credentials' },
  scopes_missing: { status: 422, title: 'The app lacks required scopes' },
  unavailable: { status: 503, title: 'The service is busy. Please try again in a moment.' },
  unexpected: { status: 500, title: 'An unexpected error occurred' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

/** The problems that the browser finds itself. Its build contains the status and title of these only. */
export const LOCAL_PROBLEMS = [
  'not_signed_in',
  'file_missing',
  'invalid_amount',
  'deposit_date_in_future',
  'password_unchanged',
  'password_common',
  'password_own_data',
  'password_repeated',
] as const satisfies ProblemCode[];

export type LocalProblem = (typeof LOCAL_PROBLEMS)[number];

/** The stages at which a delivery may fail unexpectedly; each has its own toast. */
export const DELIVERY_STAGES = ['photo', 'note', 'confirmation', 'order'] as const;
export type DeliveryStage = (typeof DELIVERY_STAGES)[number];

/** The stages at which a handover, collection or deposit may fail unexpectedly. */
export const CASH_STAGES = ['signatures', 'receipt', 'record', 'cash'] as const;
export type CashStage = (typeof CASH_STAGES)[number];

export type CommandStage = DeliveryStage | CashStage;

/** The body of a problem response. `errors` names each invalid field as a JSON pointer. */
export type ProblemBody = {
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  detail?: string;
  stage?: string;
  /**
   * True if no attempt under this command's key is recorded, neither an earlier one nor this one. If absent,
   * the request may have been refused before that check, so an earlier attempt whose response was lost may be
   * recorded.
   */
  nothing_recorded?: true;
  /**
   * With file_missing, true if the command is recorded, but its files were lost before the reply and must be
   * sent again.
   */
  recorded?: true;
  request_id: string;
  /** With balance_changed and amount_too_high: the current balance, including pending movements, in fils. */
  current_fils?: number;
  /** With void_blocked: the later record, or the card machine; `reference` is null if it has none. */
  blocked?: { because: VoidBlocker; reference: string | null };
  errors?: { pointer: string; detail: string }[];
};
