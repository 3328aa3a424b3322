import { formatMoney } from '../../contract/rules/money.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../contract/rules/passwords.ts';
import type { BadField, FactCode, Missing, ProblemFacts } from '../../contract/rules/problem-facts.ts';
import type { Problem } from '../platform/problem.ts';

type Words = { readonly [Code in FactCode]: (facts: ProblemFacts[Code]) => string };

/** What an operation refuses, in the command line's words. */
const WORDS: Words = {
  invalid_input: badField,
  not_found: missing,
  already_exists(facts) {
    if (facts.what === 'staff') return `There is already a member of staff with ${facts.email}`;
    if (facts.what === 'store') return `${facts.shop_domain} is connected to shop ${facts.shop_id}`;
    return `Shop ${facts.shop_id} has card machine ${facts.number} already`;
  },
  driver_not_found: ({ email }) => `${email} has no driver record`,
  cannot_deliver: ({ email, role }) => `${email} is ${role ?? 'without a role'} and cannot deliver`,
  staff_disabled: ({ email }) => `${email} is disabled`,
  staff_elsewhere: ({ email, shop_id }) => `${email} works in shop ${shop_id}`,
  holds_cash: ({ full_name, shop_id, held_fils }) =>
    `${full_name} has a balance of ${formatMoney(held_fils)} in shop ${shop_id} and cannot change shop before it is 0`,
  has_open_orders: ({ driver_id, shop_id, order_number }) =>
    `Driver ${driver_id} of shop ${shop_id} still has open orders, order ${order_number} for one. Assign them to somebody else first.`,
  card_machine_in_shop: ({ number, shop_id }) => `Card machine ${number} is in shop ${shop_id} already`,
  order_closed: ({ order_number, status, stays }) =>
    `Order ${order_number} is ${status}: ${stays === 'its driver' ? 'its driver stays as it is' : 'it stays as it is'}`,
  order_step({ order_number, status, to }) {
    const why =
      to === 'completed'
        ? 'only its driver completes it, by confirming the delivery'
        : 'that is no step of an order';
    return `Order ${order_number} is ${status} and cannot become ${to}: ${why}`;
  },
  order_without_driver: ({ order_number, to }) =>
    `Order ${order_number} has no driver: assign one before it becomes ${to}`,
  order_on_the_road: ({ order_number, status }) =>
    `Order ${order_number} is ${status}: assign another driver, or return it to packed first`,
  order_moved: ({ order_number, status }) =>
    `Order ${order_number} is ${status} by now. Nothing was changed: look at it and ask again`,
  order_not_cancelled: ({ order_number, status }) =>
    `Order ${order_number} is ${status}: only a cancelled order is reopened`,
  cancelled_in_store: ({ order_number }) =>
    `Order ${order_number} was cancelled in the store: it stays cancelled`,
  delivery_recorded: ({ order_number }) =>
    `A delivery of order ${order_number} is recorded: it stays cancelled. See: mandoob orders show ${order_number}`,
  store_not_connected: ({ shop_id }) => `Shop ${shop_id} is not connected to a Shopify store`,
  store_refused: ({ reason }) => reason,
  credentials_refused: ({ reason }) => `${reason}. Nothing was changed`,
  scopes_missing: ({ scopes }) =>
    `The app lacks the scopes ${scopes.join(' and ')}: give them to it, install it in the store anew, and connect again. Nothing was changed`,
};

/** The sentence of a problem that says more than its code; undefined for one that has its title only. */
export function problemSentence({ code, facts }: Problem): string | undefined {
  // Facts are those of their code: `Problem.about` takes no others.
  return facts && WORDS[code as FactCode](facts as never);
}

const PASSWORD = {
  short: `A password needs at least ${MIN_PASSWORD_LENGTH} characters`,
  long: `A password has at most ${MAX_PASSWORD_LENGTH} characters`,
  nul: 'A password cannot contain NUL',
};

function badField(bad: BadField): string {
  switch (bad.field) {
    case 'email':
      return `This is no e-mail address: ${bad.value}`;
    case 'time_zone':
      return `Unknown time zone: ${bad.value}. An example of one: Asia/Dubai`;
    case 'password':
      return PASSWORD[bad.why];
    case 'card_machine':
      return "A card machine's number has 1 to 100 characters";
    case 'driver':
      return 'An Admin does not deliver';
    case 'full_name':
      return 'A full name has 1 to 200 characters';
    case 'reason':
      return 'A reason is one line of 1 to 500 characters';
    case 'shop_domain':
      return 'The store is named like my-shop.myshopify.com';
    case 'shop_name':
      return "A shop's name has 1 to 200 characters";
  }
}

function missing(there: Missing): string {
  switch (there.what) {
    case 'shop':
      return `There is no shop ${there.shop_id}`;
    case 'staff':
      return `There is no member of staff with ${there.email}`;
    case 'order':
      return `There is no order ${there.order_number} in shop ${there.shop_id}`;
    case 'order_id':
      return 'There is no such order in this shop';
    case 'staff_id':
      return 'There is no such member of staff in this shop';
    case 'driver_id':
      return 'There is no such driver in this shop';
    case 'card_machine':
      return `Shop ${there.shop_id} has no card machine ${there.number}`;
    case 'waiting':
      return `Nothing of order ${there.named} waits or failed`;
    case 'listed':
      return `${there.named} is on no list of shopify status`;
  }
}
