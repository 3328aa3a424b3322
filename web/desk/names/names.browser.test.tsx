import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ShopName } from '../../../contract/operations/desk/names/list-names.schema.ts';
import type { ChangedOrder } from '../../../contract/operations/desk/names/preview-names.schema.ts';
import { DESK_ENDPOINTS } from '../../../contract/operations/desk.ts';
import { newId } from '../../../contract/rules/ids.ts';
import type { NameDefinition } from '../../../contract/schemas/names.ts';
import { showPage, toasts } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { json, problem } from '../../../tests/support/server-double.ts';
import { registerEndpoints } from '../../api/client.ts';
import { ScreenTitle } from '../../components/open-screen.ts';
import { clearToasts } from '../../ui/toast.ts';
import { UnknownNames } from '../import/preview/UnknownNames.tsx';
import type { PreviewRow } from '../import/run-import.ts';
import { ViewTabs } from '../orders/list/ViewTabs.tsx';
import { NamesPlace } from './NamesPlace.tsx';

registerEndpoints(DESK_ENDPOINTS);

let server: ManagerServer;
beforeEach(async () => {
  server = await managerServer();
});
afterEach(() => {
  writeSession(null);
  server.restore();
  clearToasts();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const NAME: ShopName = {
  kind: 'payment',
  name: 'Visa',
  meaning: null,
  defined: null,
  first_seen_at: '2026-11-20T08:00:00.000Z',
  waiting_orders: 2,
  remembered: [],
};
const COD: ShopName = { ...NAME, name: 'COD', meaning: 'cash', waiting_orders: 0 };
const DEFINED = { by: 'Amal Admin', at: '2026-11-21T08:00:00.000Z' };
const OPEN: ShopName = { ...COD, kind: 'status', name: 'Open', meaning: 'deliver', defined: DEFINED };
const WAITING = {
  payment_method: 'online',
  pays_either: false,
  due_amount_fils: 5_500,
  waits_because: 'payment_unknown',
} as const;
const CHANGED: ChangedOrder = {
  order_id: newId(),
  order_number: '3090',
  from: WAITING,
  to: { ...WAITING, payment_method: 'cash', pays_either: true, waits_because: null },
  taken_from: null,
};

function namesPage(names: ShopName[]) {
  server.answers.set('GET /api/names', () => json({ names }));
  return showPage(
    <ScreenTitle value="Payment names">
      <NamesPlace />
    </ScreenTitle>,
  );
}

test.each([390, 1280])('at %i px a name is defined after its orders were shown', async (width) => {
  server.answers.set('POST /api/names/preview', () => json({ total: 3, orders: [CHANGED] }));
  server.answers.set('POST /api/names', () => json({ changed_orders: 3 }));
  await namesPage([NAME, COD, OPEN]);
  await page.viewport(width, 800);
  const visa = page.getByLabelText('Visa', { exact: true });
  await expect.element(visa).toHaveValue('');
  await expect.element(page.getByText('2 orders waiting')).toBeVisible();
  await expect.element(page.getByText(/^Defined by Amal Admin on/)).toBeVisible();
  await expect.element(page.getByLabelText('COD', { exact: true })).toHaveValue('cash');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  await visa.selectOptions('Cash or card machine');
  await expect
    .element(visa)
    .toHaveAccessibleDescription('The driver selects cash or card machine on delivery.');
  await button('Save the meanings').click();
  const question = page.getByRole('dialog', { name: 'Save 1 meaning?' });
  await expect.element(question).toHaveTextContent('3 open orders change:');
  await expect
    .element(question)
    .toHaveTextContent('Waiting: payment name unknown →becomes Cash or card machine, AED 55.00 due');
  await expect.element(question).toHaveTextContent('and 2 more');
  await expect
    .element(question.getByRole('link', { name: 'Order #3090' }))
    .toHaveAttribute('href', `/desk/orders/${CHANGED.order_id}`);
  expect(server.sent('/api/names')).toEqual([]);
  await question.getByRole('button', { name: 'Save', exact: true }).click();
  await vi.waitFor(() => expect(toasts()).toEqual(['Saved / 1 meaning']));
  const names = [{ kind: 'payment', name: 'Visa', meaning: 'either', seen: null }];
  expect(server.sent('/api/names/preview').map(({ body }) => body)).toEqual([{ names }]);
  expect(server.sent('/api/names').map(({ body }) => body)).toEqual([{ names }]);
  await expect.element(page.getByText('Not saved yet')).not.toBeInTheDocument();
});

test('saves 50 meanings at once, keeps the others, and finds an undefined name that is not shown', async () => {
  server.answers.set('POST /api/names/preview', () => json({ total: 0, orders: [] }));
  server.answers.set('POST /api/names', () => json({ changed_orders: 0 }));
  const names = Array.from({ length: 52 }, (_, at) => ({ ...NAME, name: `Visa ${at + 1}` }));
  await namesPage(names);
  const select = (at: number) => page.getByLabelText(`Visa ${at}`, { exact: true });
  await expect.element(select(1)).toBeVisible();
  expect(select(51).query()).toBeNull();
  const choose = (element: Element | HTMLElement) => {
    (element as HTMLSelectElement).value = 'online';
    element.dispatchEvent(new Event('change', { bubbles: true }));
  };
  for (const element of page.getByRole('combobox').elements()) choose(element);
  await page.getByLabelText('Find a name').fill('visa 52');
  await expect.element(select(1)).not.toBeInTheDocument();
  await select(52).selectOptions('Cash on delivery');
  await button('Save the meanings').click();
  await page.getByRole('dialog', { name: 'Save 50 meanings?' }).getByRole('button', { name: 'Save' }).click();
  await vi.waitFor(() => expect(toasts()).toEqual(['Saved / 50 meanings']));
  await expect.element(select(52)).toHaveValue('cash');
  await expect.element(page.getByText('Not saved yet')).toBeVisible();
});

test('selecting the saved meaning withdraws a draft; an order that has to wait is shown with its driver', async () => {
  const to = {
    ...CHANGED.to,
    pays_either: false,
    payment_method: 'online',
    waits_because: 'not_paid',
  } as const;
  const taken = { ...CHANGED, from: { ...CHANGED.to, pays_either: false }, to, taken_from: 'Dina Driver' };
  server.answers.set('POST /api/names/preview', () => json({ total: 1, orders: [taken] }));
  await namesPage([COD]);
  const cod = page.getByLabelText('COD', { exact: true });
  await expect.element(page.getByText('Every name has a meaning.')).toBeVisible();
  await cod.selectOptions('Not paid yet');
  await expect.element(page.getByText('Not saved yet')).toBeVisible();
  await cod.selectOptions('Cash on delivery');
  await expect.element(page.getByText('Not saved yet')).not.toBeInTheDocument();
  await expect.element(button('Save the meanings')).toHaveAttribute('aria-disabled', 'true');
  await cod.selectOptions('Not paid yet');
  await button('Save the meanings').click();
  const question = page.getByRole('dialog', { name: 'Save 1 meaning?' });
  await expect.element(question).toHaveTextContent('1 open order changes:');
  await expect.element(question).toHaveTextContent('It is unassigned from Dina Driver.');
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(cod).toHaveValue('unpaid');
});

test('a meaning that another user has saved meanwhile is not replaced; the draft stays', async () => {
  server.answers.set('POST /api/names/preview', () => json({ total: 1, orders: [CHANGED] }));
  server.answers.set('POST /api/names', () => problem('already_exists'));
  await namesPage([NAME]);
  const visa = page.getByLabelText('Visa', { exact: true });
  await visa.selectOptions('Cash on delivery');
  await button('Save the meanings').click();
  const question = page.getByRole('dialog', { name: 'Save 1 meaning?' });
  await expect.element(question).toBeVisible();
  server.answers.set('GET /api/names', () =>
    json({ names: [{ ...NAME, meaning: 'online', defined: DEFINED }] }),
  );
  await question.getByRole('button', { name: 'Save', exact: true }).click();
  await vi.waitFor(() =>
    expect(toasts()).toEqual([
      'Not saved / Another user has defined one of these names meanwhile. Check its meaning, then save again.',
    ]),
  );
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByText('Saved meaning: Paid online')).toBeVisible();
  await expect.element(visa).toHaveValue('cash');
  server.answers.set('POST /api/names', () => json({ changed_orders: 1 }));
  await button('Save the meanings').click();
  await question.getByRole('button', { name: 'Save', exact: true }).click();
  await vi.waitFor(() => expect(toasts()).toEqual(['Saved / 1 meaning']));
  expect(
    server.sent<{ names: NameDefinition[] }>('/api/names').map(({ body }) => body.names[0]?.seen),
  ).toEqual([null, 'online']);
});

test('shows contradictory names that an older version remembered, and a text for an empty list', async () => {
  const remembered = [
    { name: 'visa - door', meaning: 'card' as const },
    { name: 'visa / door', meaning: 'online' as const },
  ];
  const shown = await namesPage([
    { ...NAME, waiting_orders: 0, remembered },
    { ...NAME, name: '' },
  ]);
  await expect.element(page.getByText('"visa - door" meant: Card machine on delivery')).toBeVisible();
  await expect.element(page.getByText('"visa / door" meant: Paid online')).toBeVisible();
  await expect.element(page.getByLabelText('(no payment name)')).toBeVisible();
  await shown.unmount();
  const empty = await namesPage([]);
  await expect.element(page.getByText('No names yet')).toBeVisible();
  await empty.unmount();
});

test('a retry loads the names after a failure', async () => {
  server.answers.set('GET /api/names', () => problem('no_access'));
  await showPage(
    <ScreenTitle value="Payment names">
      <NamesPlace />
    </ScreenTitle>,
  );
  await expect.element(page.getByText('The names could not be loaded')).toBeVisible();
  server.answers.set('GET /api/names', () => json({ names: [NAME] }));
  await button('Retry').click();
  await expect.element(page.getByLabelText('Visa', { exact: true })).toBeVisible();
});

test('the desk shows the number of names without a meaning and links to them', async () => {
  const counts = { unassigned: 0 };
  server.answers.set('GET /api/desk/order-counts', () => json({ counts, names_to_define: 2 }));
  await showPage(<ViewTabs open="all" />);
  const link = page.getByRole('link', { name: /^Names to define ?2$/ });
  await expect.element(link).toHaveAttribute('href', '/desk/shop/names');
});

test('a preview that cannot be loaded is reported, and nothing is saved', async () => {
  server.answers.set('POST /api/names/preview', () => problem('unavailable'));
  await namesPage([NAME]);
  await page.getByLabelText('Visa', { exact: true }).selectOptions('Paid online');
  await button('Save the meanings').click();
  await vi.waitFor(() => expect(toasts()[0]).toContain('The orders could not be loaded'));
  expect(server.sent('/api/names')).toEqual([]);
  await expect.element(page.getByLabelText('Visa', { exact: true })).toHaveValue('online');
});

const ROW: PreviewRow = {
  line: 2,
  order_number: '1',
  fate: 'new',
  order: null,
  faults: [],
  differences: [],
  left_because: null,
  version: null,
  file_fault: null,
  earlier: null,
};

test('an import asks for the meanings of unknown names of both kinds, most frequent first', async () => {
  const rows: PreviewRow[] = [
    { ...ROW, unknown_names: [{ kind: 'status', name: 'Picked' }] },
    { ...ROW, unknown_names: [{ kind: 'payment', name: 'Visa' }] },
    { ...ROW, unknown_names: [{ kind: 'payment', name: ' VISA' }] },
  ];
  const onDefined = vi.fn();
  server.answers.set('POST /api/names/preview', () => json({ total: 0, orders: [] }));
  server.answers.set('POST /api/names', () => json({ changed_orders: 0 }));
  await showPage(<UnknownNames rows={rows} onDefined={onDefined} />);
  await expect.element(page.getByLabelText('Payment: Visa in 2 orders')).toBeVisible();
  const selects = () => page.getByRole('combobox').elements();
  expect(selects()).toHaveLength(2);
  expect(selects()[0]).toBe(page.getByLabelText('Payment: Visa in 2 orders').element());
  await expect
    .element(
      page.getByText(
        'Orders with an undefined payment name wait at the desk. Orders with an undefined status are not imported.',
      ),
    )
    .toBeVisible();
  await expect.element(button('Save and preview again')).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabelText('Status: Picked in 1 order').selectOptions('Nothing to deliver');
  await page.getByLabelText('Payment: Visa in 2 orders').selectOptions('Cash or card machine');
  await button('Save and preview again').click();
  await vi.waitFor(() => expect(onDefined).toHaveBeenCalledOnce());
  const names = [
    { kind: 'payment', name: 'Visa', meaning: 'either', seen: null },
    { kind: 'status', name: 'Picked', meaning: 'over', seen: null },
  ];
  expect(server.sent('/api/names').map(({ body }) => body)).toEqual([{ names }]);
});

test('an import shows the open orders that its definitions change before it saves them', async () => {
  server.answers.set('POST /api/names/preview', () => json({ total: 1, orders: [CHANGED] }));
  server.answers.set('POST /api/names', () => problem('already_exists'));
  const onDefined = vi.fn();
  const rows: PreviewRow[] = [{ ...ROW, unknown_names: [{ kind: 'payment', name: '' }] }];
  await showPage(<UnknownNames rows={rows} onDefined={onDefined} />);
  await page.getByLabelText('Payment: (no payment name) in 1 order').selectOptions('Cash on delivery');
  await button('Save and preview again').click();
  const question = page.getByRole('dialog', { name: 'Save 1 meaning?' });
  await expect.element(question).toHaveTextContent('1 open order changes:Order #3090');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(server.sent('/api/names')).toEqual([]);
  await button('Save and preview again').click();
  await question.getByRole('button', { name: 'Save', exact: true }).click();
  // Another user has defined it meanwhile: the preview is read again.
  await vi.waitFor(() => expect(onDefined).toHaveBeenCalledOnce());
  await expect.element(question).not.toBeInTheDocument();
});

test('a preview from an older server asks for the meanings of its unknown methods', async () => {
  const fault = { code: 'unknown_method', values: {}, reason: '', line: 2, column: 'Pay', value: 'Visa' };
  const rows: PreviewRow[] = [{ ...ROW, fate: 'bad', faults: [{ ...fault, unknown_method: 'Visa' }] }];
  await showPage(<UnknownNames rows={rows} onDefined={() => undefined} />);
  await expect.element(page.getByLabelText('Payment: Visa in 1 order')).toHaveValue('');
});
