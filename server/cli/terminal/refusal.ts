import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import type { VoidBlocker } from '../../../contract/rules/approvals.ts';
import type { WaitReason } from '../../../contract/rules/orders/waiting-orders.ts';
import type { BadField, FactCode, Missing, ProblemFacts } from '../../../contract/rules/problem-facts.ts';
import type { ProblemCode } from '../../../contract/rules/problems.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../../contract/rules/sign-in/passwords.ts';
import { BackupError, BadBackup } from '../../backup/archive/archive-format.ts';
import { OutcomeUnknown } from '../../platform/database/driver/failures.ts';
import { Problem } from '../../platform/problem.ts';
import { TerminalError, UNKNOWN_EXIT_CODE } from './ending.ts';

/** Returns the message and exit code of a refusal; undefined for any other error. */
export function refusalOf(error: unknown): { sentence: string; exit_code: number } | undefined {
  if (error instanceof TerminalError) return { sentence: error.message, exit_code: error.exit_code };
  // BadBackup: the file cannot be read.
  if (error instanceof BackupError) {
    return { sentence: error.message, exit_code: error instanceof BadBackup ? 2 : 1 };
  }
  if (error instanceof Problem && error.cause instanceof OutcomeUnknown) {
    const sentence = 'It is unknown whether this was done: check before you repeat it';
    return { sentence, exit_code: UNKNOWN_EXIT_CODE };
  }
  const sentence = error instanceof Problem ? problemSentence(error) : undefined;
  return sentence === undefined ? undefined : { sentence, exit_code: 1 };
}

const STAYS: Record<ProblemFacts['order_closed']['stays'], string> = {
  'its driver': ': its driver is not changed',
  everything: ': it is not changed',
  erased: " and its customer's data are erased: it cannot be delivered and is not changed",
};

/** The reasons why an order waits in the shop. */
export const WAITS: Record<WaitReason, string> = {
  payment_unknown: "the meaning of its payment's name is not defined",
  not_paid: 'it is not paid yet',
  payment_voided: 'its payment was voided or has expired',
};

type Words = { readonly [Code in FactCode]: (facts: ProblemFacts[Code]) => string };

/** The messages of refusals, for the command line. */
const WORDS: Words = {
  // The messages of these codes depend on the field or thing in question.
  invalid_input: (bad) => BAD_FIELDS[bad.field](bad as never),
  not_found: (there) => MISSING[there.what](there as never),
  already_exists(facts) {
    if (facts.what === 'staff') return `There is already a member of staff with ${facts.email}`;
    if (facts.what === 'store') return `${facts.shop_domain} is connected to shop ${facts.shop_id}`;
    return `Shop ${facts.shop_id} already has card machine ${facts.number}`;
  },
  driver_not_found: ({ email }) => `${email} has no driver record`,
  cannot_deliver: ({ email, role }) => `${email} is ${role ?? 'without a role'} and cannot deliver`,
  staff_disabled: ({ email }) => `${email} is disabled`,
  staff_elsewhere: ({ email, shop_id }) => `${email} works in shop ${shop_id}`,
  holds_cash: ({ full_name, shop_id, held_fils, open_fils }) =>
    held_fils === 0
      ? `${full_name} has open shortages or overs of ${formatMoney(open_fils)} in shop ${shop_id} and cannot change shop before they are settled`
      : `${full_name} has a balance of ${formatMoney(held_fils)} in shop ${shop_id} and cannot change shop before it is 0`,
  has_open_orders: ({ driver_id, shop_id, order_number }) =>
    `Driver ${driver_id} of shop ${shop_id} still has open orders, for example order ${order_number}. Assign them to another driver first.`,
  void_blocked: ({ because, reference }) => VOID_BLOCKED[because](reference ?? 'a later record'),
  card_machine_elsewhere: ({ number, holder }) =>
    `${holder} has card machine ${number}: return it before you retire it`,
  card_machine_in_shop: ({ number, shop_id }) => `Card machine ${number} is already in shop ${shop_id}`,
  order_closed: ({ order_number, status, stays }) => `Order ${order_number} is ${status}${STAYS[stays]}`,
  order_step({ order_number, status, to }) {
    const why =
      to === 'completed'
        ? 'only its driver can complete it, by confirming the delivery'
        : 'this change of status is not allowed';
    return `Order ${order_number} is ${status} and cannot become ${to}: ${why}`;
  },
  order_without_driver: ({ order_number, to }) =>
    `Order ${order_number} has no driver: assign one before it becomes ${to}`,
  order_waits: ({ order_number, because }) =>
    `Order ${order_number} waits in the shop: ${WAITS[because]}. Decide at the desk how it is paid, or cancel it`,
  order_on_the_road: ({ order_number, status }) =>
    `Order ${order_number} is ${status}: assign another driver, or return it to packed first`,
  order_moved: ({ order_number, status }) =>
    `Order ${order_number} is now ${status}. Nothing was changed: check the order and try again`,
  order_not_cancelled: ({ order_number, status }) =>
    `Order ${order_number} is ${status}: only a cancelled order can be reopened`,
  cancelled_in_store: ({ order_number }) =>
    `Order ${order_number} was cancelled in the store: it stays cancelled`,
  delivery_recorded: ({ order_number }) =>
    `A delivery of order ${order_number} is recorded: it stays cancelled. See: mandoob orders show ${order_number}`,
  store_not_connected: ({ shop_id }) => `Shop ${shop_id} is not connected to a Shopify store`,
  store_refused: ({ reason }) => reason,
  credentials_refused: ({ reason }) => `${reason}. Nothing was changed`,
  scopes_missing: ({ scopes }) =>
    `The app lacks the scopes ${scopes.join(' and ')}: add them to the app, install it in the store again, and connect again. Nothing was changed`,
};

/** The messages of refusals without facts whose title is not about an operator. */
const OF_OPERATORS: { readonly [Code in ProblemCode]?: string } = {
  own_request:
    'This is a request of the operator: a Manager or Admin must approve or refuse it. You can withdraw it with: mandoob approvals withdraw',
  not_own_request:
    'This is a request of a Manager or Admin, who can withdraw it. You can refuse it with: mandoob approvals refuse',
  approval_decided: 'This request is already decided. See: mandoob approvals list',
  approval_expired: 'This request has expired and must be made again',
};

/** Returns the message for a problem; undefined for a problem that has only its title. */
export function problemSentence({ code, facts }: Problem): string | undefined {
  // The facts match the code: `Problem.about` accepts no others.
  return facts ? WORDS[code as FactCode](facts as never) : OF_OPERATORS[code];
}

const PASSWORD = {
  short: `A password needs at least ${MIN_PASSWORD_LENGTH} characters`,
  long: `A password has at most ${MAX_PASSWORD_LENGTH} characters`,
  nul: 'A password cannot contain NUL',
};

/** The facts whose key can have this value. */
type About<Facts, Key extends keyof Facts, Value> = Facts extends unknown
  ? Value extends Facts[Key]
    ? Facts
    : never
  : never;

const BAD_FIELDS: {
  readonly [Field in BadField['field']]: (bad: About<BadField, 'field', Field>) => string;
} = {
  email: ({ value }) => `This is not an e-mail address: ${value}`,
  country: ({ value }) => `Unknown country: ${value}. Enter a code such as AE`,
  time_zone: ({ value }) => `Unknown time zone: ${value}. Enter a name such as Asia/Dubai`,
  password: ({ why }) => PASSWORD[why],
  card_machine: () => "A card machine's number must have 1 to 100 characters",
  driver: () => 'An Admin cannot deliver',
  full_name: () => 'A full name must have 1 to 200 characters',
  reason: () => 'A reason must be one line of 1 to 500 characters',
  shop_domain: () => 'Enter a store name such as my-shop.myshopify.com',
  shop_name: () => "A shop's name must have 1 to 200 characters",
};

const VOID_BLOCKED: { readonly [Because in VoidBlocker]: (reference: string) => string } = {
  below_zero: (reference) => `The recipient no longer has this cash: see ${reference}`,
  machine_moved: (reference) => `The card machine has moved since: see ${reference}`,
  later_end_of_day: (reference) => `One of the signers has a later end of day: ${reference}`,
  settled: (reference) => `Its difference is settled at least in part: see ${reference}`,
};

const MISSING: { readonly [What in Missing['what']]: (there: About<Missing, 'what', What>) => string } = {
  shop: ({ shop_id }) => `There is no shop ${shop_id}`,
  staff: ({ email }) => `There is no member of staff with ${email}`,
  order: ({ order_number, shop_id }) => `There is no order ${order_number} in shop ${shop_id}`,
  order_id: () => 'There is no such order in this shop',
  staff_id: () => 'There is no such member of staff in this shop',
  driver_id: () => 'There is no such driver in this shop',
  approval: () => 'There is no such request in this shop',
  card_machine: ({ shop_id, number }) => `Shop ${shop_id} has no card machine ${number}`,
  device: ({ shop_id, device_id }) => `There is no device ${device_id} in shop ${shop_id}`,
  waiting: ({ named }) => `Order ${named} has no pending or failed work`,
  listed: ({ named }) => `${named} is not listed in shopify status`,
};
