import type { Locator, Page } from '@playwright/test';
import type {
  Difference,
  Differences,
} from '../../contract/operations/desk/differences/list-differences.schema.ts';
import type { OwedAtDoor, OwedOrder } from '../../contract/operations/screens/list-owed-at-door.schema.ts';
import type { OwnHistory } from '../../contract/operations/screens/read-own-history.schema.ts';
import { formatMoney } from '../../contract/rules/amounts/money.ts';
import { newId } from '../../contract/rules/ids.ts';
import { AMOUNT_CASES, FIRST_AMOUNT_CASES } from '../support/amount-cases.ts';
import { giveCash } from '../support/e2e-cash.ts';
import { completeButton, fillHandover, handoversOf, openHandover } from '../support/e2e-handovers.ts';
import { expectToasts } from '../support/e2e-screens.ts';
import type { E2eShop, Person } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP } from '../support/e2e-viewports.ts';
import { readSourceFiles } from '../support/source-files.ts';

type Form = {
  /** The source files with the form's amount fields. */
  files: readonly string[];
  person: (shop: E2eShop) => Person;
  open: (page: Page, shop: E2eShop) => Promise<void>;
  /** The labels of all amount fields of the form. */
  fields: readonly string[];
};

const HANDOVER_FORM = 'web/screens/day-handovers/HandoverForm.tsx';
const ORDER_FORM = [
  'web/desk/orders/order-form/LinesField.tsx',
  'web/desk/orders/order-form/OrderFields.tsx',
];
const ORDER_FIELDS = ['Price of one', 'Discount (AED)', 'Shipping (AED)', 'Already paid (AED)'];

/** Every form with an amount field. */
const FORMS: Record<string, Form> = {
  'start of day': {
    files: [HANDOVER_FORM],
    person: ({ admin }) => admin,
    open: (page) => openHandover(page, 'start'),
    fields: ['Amount Given (AED)'],
  },
  'end of day': {
    files: [HANDOVER_FORM],
    person: ({ admin }) => admin,
    open: (page) => openHandover(page, 'end'),
    fields: ['Amount Received (AED)'],
  },
  collection: {
    files: ['web/screens/cash-handovers/collection-steps.tsx'],
    person: ({ manager }) => manager,
    async open(page, { driver }) {
      await page.goto('/dashboard/cash-handovers');
      await page.getByRole('button', { name: `Collect Cash from ${driver.full_name}` }).click();
    },
    fields: ['Amount to Collect (AED)'],
  },
  'bank deposit': {
    files: ['web/screens/bank-deposits/DepositDialog.tsx'],
    person: ({ manager }) => manager,
    async open(page) {
      await page.goto('/dashboard/bank-deposits');
      await page.getByRole('button', { name: 'New Deposit' }).click();
    },
    fields: ['Deposit Amount (AED) *'],
  },
  float: {
    files: ['web/desk/floats/FloatDialog.tsx'],
    person: ({ manager }) => manager,
    async open(page) {
      await page.goto('/desk/floats');
      await page.getByRole('button', { name: 'Record a float' }).click();
    },
    fields: ['Amount (AED)'],
  },
  'new order': {
    files: ORDER_FORM,
    person: ({ manager }) => manager,
    async open(page) {
      await page.goto('/desk');
      await page.getByRole('button', { name: 'Add order' }).click();
    },
    fields: ORDER_FIELDS,
  },
  'corrected order': {
    files: ORDER_FORM,
    person: ({ manager }) => manager,
    async open(page, shop) {
      const { id } = await shop.addOrder({ status: 'packed' });
      await page.goto(`/desk/orders/${id}`);
      await page.getByRole('button', { name: 'Correct', exact: true }).click();
    },
    fields: ORDER_FIELDS,
  },
  adjustment: {
    files: ['web/desk/approvals/AdjustDialog.tsx'],
    person: ({ manager }) => manager,
    async open(page) {
      await page.goto('/desk/approvals');
      await page.getByRole('button', { name: 'Adjust cash' }).first().click();
    },
    fields: ['Difference (AED)'],
  },
  expense: {
    files: ['web/commands/expenses/ExpenseDialog.tsx'],
    person: ({ driver }) => driver,
    async open(page) {
      await page.goto('/dashboard/expenses');
      await page.getByRole('button', { name: 'Record an expense' }).click();
    },
    fields: ['Amount (AED)'],
  },
  settlement: {
    files: ['web/desk/differences/SettlementDialog.tsx'],
    person: ({ manager }) => manager,
    open: (page, shop) => openShortage(page, shop, 'Record payment'),
    fields: ['Amount (AED)'],
  },
  'delivery as taken': {
    files: ['web/screens/next-order/as-taken/PaymentTaken.tsx'],
    person: ({ driver }) => driver,
    async open(page, shop) {
      await shop.addOrder();
      await page.goto('/dashboard/next-order');
      await page.getByRole('button', { name: 'Different payment' }).click();
      await page.getByRole('button', { name: 'Add another payment' }).click();
    },
    fields: ['Received', 'By card machine', 'Payment link', 'Bank transfer (Aani)'],
  },
  'write-off': {
    files: ['web/desk/differences/PartDialog.tsx'],
    person: ({ manager }) => manager,
    open: (page, shop) => openShortage(page, shop, 'Write off'),
    fields: ['Amount (AED)'],
  },
  'payment of an amount owed': {
    files: ['web/commands/order-payments/OrderPaymentDialog.tsx'],
    person: ({ driver }) => driver,
    open: openOwed,
    fields: ['Amount (AED)'],
  },
  'correction of a delivery': {
    files: ['web/components/correction/CorrectionFields.tsx'],
    person: ({ driver }) => driver,
    open: openCorrection,
    fields: ['Cash taken (AED)', 'By card machine (AED)', 'By payment link (AED)', 'By bank transfer (AED)'],
  },
  'limits of cash': {
    files: ['web/desk/shop/CashLimitsForm.tsx', 'web/desk/shop/OwnCeilings.tsx'],
    person: ({ admin }) => admin,
    open: async (page) => void (await page.goto('/desk/shop/cash')),
    fields: ['Limit of floats (AED)', 'Ceiling of cash for drivers (AED)', 'Own ceiling (AED)'],
  },
};

/** Opens the payment of an order on which the largest amount is owed, with an empty amount. */
async function openOwed(page: Page, { driver }: E2eShop): Promise<void> {
  const owed: OwedOrder = {
    order_id: newId(),
    order_number: '1001',
    customer_name: 'Layla Haddad',
    delivery_address: 'Marina Gate 1',
    driver_id: driver.driver_id ?? 0,
    owed_fils: 1_000_000_000,
    delivered_at: '2026-11-20T16:00:00.000Z',
  };
  await page.route('**/api/order-payments/owed', (route) =>
    route.fulfill({ json: { orders: [owed] } satisfies OwedAtDoor }),
  );
  await page.goto('/dashboard/owed');
  await page.getByRole('button', { name: 'Collect from order #1001' }).click();
}

/** Opens the correction of a delivery in the driver's history, with its other payments. */
async function openCorrection(page: Page): Promise<void> {
  const at = '2026-11-20T16:00:00.000Z';
  const facts = {
    ...{ customer_name: 'Layla Haddad', tender: null, collected_fils: 0, cash_fils: 0 },
    ...{ due_fils: 1_000_000_000, rounding_fils: 0, short_reason: null },
    ...{ link_fils: 0, link_reference: null, transfer_fils: 0, transfer_reference: null },
  };
  const delivery = {
    ...{
      id: newId(),
      order_number: '1042',
      customer_name: 'Layla Haddad',
      delivered_at: at,
      recorded_at: at,
    },
    ...{ tender: null, collected_fils: 0, cash_fils: 0, conflict: null, photo: null, note: null },
    correctable: { order_id: newId(), command_id: newId(), facts, corrections: [], handed_in: false },
  };
  const sums = {
    ...{ deliveries: 1, conflicts: 0, cash_fils: 0, card_fils: 0 },
    ...{ received_fils: 0, handed_over_fils: 0, difference_fils: null },
  };
  const day = { day: '2026-11-20', sums, deliveries: [delivery], handovers: [] };
  await page.route('**/api/profile/history', (route) =>
    route.fulfill({ json: { first_day: '2026-09-24', days: [day], next_before: null } satisfies OwnHistory }),
  );
  await page.goto('/dashboard/history');
  await page.getByRole('button', { name: /#1042/ }).first().click();
  await page.getByRole('button', { name: 'Correct delivery #1042' }).click();
  await page.getByText('Payment link or bank transfer').click();
}

/** Opens a step of a shortage that is larger than every amount of the cases. */
async function openShortage(page: Page, { driver, admin }: E2eShop, step: string): Promise<void> {
  const handover_id = newId();
  const open: Difference = {
    id: newId(),
    user_id: driver.user_id,
    full_name: driver.full_name,
    disabled: false,
    handover_id,
    handover_reference: 'EOD-20261120-7-1795190400000',
    admin_name: admin.full_name,
    since: '2026-11-20T16:00:00.000Z',
    account: 'shortage',
    amount_fils: 1_000_000_000,
    open_fils: 1_000_000_000,
    settlements: [],
    proposed: null,
    requested_fils: null,
    is_own: false,
  };
  await page.route('**/api/desk/differences', (route) =>
    route.fulfill({ json: { open: [open], settled: [], undecided: [] } satisfies Differences }),
  );
  await page.goto(`/desk/differences/${handover_id}`);
  await page.getByRole('button', { name: step }).first().click();
}

test('every file with an amount field belongs to a form of this test, and no other control takes an amount', () => {
  const sources = readSourceFiles().filter(({ path, is_test }) => path.startsWith('web/') && !is_test);
  const using = sources.filter(({ code }) => code.includes('<AmountField')).map(({ path }) => path);
  const known = Object.values(FORMS).flatMap(({ files }) => files);
  expect([...new Set(known)].sort()).toEqual(using.sort());
  const others = sources.filter(({ code }) => /inputMode="decimal"|type="number"/.test(code));
  expect(others.map(({ path }) => path)).toEqual(['web/components/amount/AmountField.tsx']);
});

/** Reads from the page the text of a field, the amount below it, and whether it is marked as invalid. */
function shownBy(field: Locator) {
  return field.evaluate((input: HTMLInputElement) => {
    const sentences = (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '');
    const below = input.closest('div')?.parentElement?.parentElement?.querySelector(':scope > [aria-live]');
    return {
      text: input.value,
      booked: below?.textContent ?? null,
      refused: input.getAttribute('aria-invalid') === 'true' && sentences.some((one) => one !== ''),
    };
  });
}

const WAYS: Record<string, (page: Page, field: Locator, text: string) => Promise<void>> = {
  'key by key': (_, field, text) => field.pressSequentially(text),
  async 'by paste'(page, _, text) {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('ControlOrMeta+v');
  },
};

const forms = Object.entries(FORMS);
/** True if an earlier form has the same files and therefore tests the same fields. */
const repeats = ({ files }: Form, at: number) =>
  forms.slice(0, at).some(([, earlier]) => earlier.files.join() === files.join());

for (const [at, [name, form]] of forms.entries()) {
  const { person, open, fields } = form;
  const tag = repeats(form, at) ? ['@screens'] : [];
  test(`an amount in the form "${name}" is read as intended or refused, key by key and by paste`, {
    tag,
  }, async ({ context, server: { owner }, shop, signedIn }) => {
    // All forms share one field component: only the first form is tested with every case.
    const cases = name === 'start of day' ? AMOUNT_CASES : FIRST_AMOUNT_CASES;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await giveCash(owner, shop.shop_id, shop.driver, 100_000_000);
    const page = await signedIn(person(shop));
    await page.setViewportSize(DESKTOP);
    await open(page, shop);
    await expect(page.locator('input[inputmode="decimal"]')).toHaveCount(fields.length);
    for (const label of fields) {
      const field = page.getByLabel(label, { exact: true });
      for (const [way, enter] of Object.entries(WAYS)) {
        for (const { text, ...expected } of cases) {
          await field.fill('');
          await field.focus();
          await enter(page, field, text);
          await field.blur();
          const amount = 'amount_fils' in expected ? formatMoney(expected.amount_fils) : '';
          const shown = { text, booked: amount, refused: amount === '' };
          await expect.poll(() => shownBy(field), `${label}, ${way}: ${text}`).toEqual(shown);
        }
      }
    }
  });
}

test('the entered amount 12,50 is signed and booked as AED 12.50', async ({
  server: { owner },
  shop,
  signedIn,
}) => {
  const page = await signedIn(shop.admin);
  await openHandover(page, 'start');
  await fillHandover(page, shop.driver.full_name, '12,50');
  await completeButton(page).click();
  await expectToasts(page, ['Handover Complete', 'Successfully processed handover for AED 12.50']);
  const { handovers, movements } = await handoversOf(owner, shop.shop_id);
  expect(handovers).toMatchObject([{ amount_fils: 1_250 }]);
  expect(movements).toMatchObject([{ amount_fils: 1_250 }]);
});
