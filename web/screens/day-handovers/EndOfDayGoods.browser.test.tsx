import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { EndHandover } from '../../../contract/operations/dashboard/cash/end-handover.schema.ts';
import type { DriverGoods } from '../../../contract/operations/dashboard/cash/list-driver-goods.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import {
  choose,
  chosenDriver,
  completeButton,
  dismissToasts,
  type HandoverServer,
  handoverServer,
  losesResponseThenPauses,
  OMAR,
  SARA,
  sendNow,
  showPage,
  signBoth,
  toasts,
} from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { press } from '../../../tests/support/press.ts';
import { quickDocuments } from '../../../tests/support/quick-documents.ts';
import { problem } from '../../../tests/support/server-double.ts';
import { DOCUMENTS } from '../../commands/documents.ts';
import { EndOfDayHandover } from './DayHandover.tsx';

const PATH = '/api/handovers/end';
const DONE = 'Handover Complete / Successfully processed handover for AED 145.00';
const CLEARED = 'The signatures were cleared because the content to be signed has changed.';

const TRIED: DriverGoods = {
  order_id: newId(),
  order_number: '1001',
  status: 'dispatched',
  customer_name: 'ليلى حداد',
  items: [
    { name: 'Kibbeh', qty: 3 },
    { name: 'Ayran', qty: 1 },
  ],
  attempts: 2,
  reason: 'unreachable',
  reason_label: null,
};
const UNTRIED: DriverGoods = {
  ...TRIED,
  order_id: newId(),
  order_number: '1002',
  customer_name: 'Sami Nasser',
  attempts: 0,
  reason: null,
};

let server: HandoverServer;

beforeEach(async () => {
  quickDocuments();
  server = await handoverServer();
  server.goods = [TRIED, UNTRIED];
});

afterEach(async () => {
  vi.restoreAllMocks();
  await dismissToasts();
  writeSession(null);
  server.restore();
});

const commands = () => server.asked.filter(({ path }) => path === PATH);
const sent = () => commands().at(-1)?.body as EndHandover;
const goodsOf = (order_number: string) =>
  page.getByRole('group', { name: `Goods of order #${order_number}` });
const decide = (order_number: string, name: string) =>
  press(goodsOf(order_number).getByRole('radio', { name }));
const list = () => page.getByRole('region', { name: 'Goods still with the driver' });
const unsigned = () => page.getByRole('img', { name: 'Admin Signature, not signed' });

async function open() {
  const shown = await showPage(<EndOfDayHandover />);
  await expect.element(chosenDriver()).toBeVisible();
  await choose(OMAR.full_name);
  await expect.element(page.getByLabelText('Estimated Receivables (AED)')).toHaveValue('145.00');
  await userEvent.fill(page.getByLabelText('Amount Received (AED)'), '145');
  return shown;
}

async function expectToast(text: string): Promise<void> {
  await vi.waitFor(() => expect(toasts()).toEqual([text]));
}

it('lists each order with its goods and last reason, without a preselected decision', async () => {
  await open();
  await expect.element(list()).toHaveTextContent('#1001');
  await expect.element(list()).toHaveTextContent('ليلى حداد');
  await expect.element(list()).toHaveTextContent('3 × Kibbeh, 1 × Ayran');
  await expect.element(list()).toHaveTextContent('Unreachable');
  await expect.element(list()).toHaveTextContent('Never tried');
  expect(list().getByRole('radio').elements()).toHaveLength(6);
  expect(list().getByRole('radio', { checked: true }).elements()).toEqual([]);
});

it('sends the decisions and prints them on the receipt', async () => {
  const print = vi.spyOn(DOCUMENTS, 'handoverReceipt');
  await open();
  await decide('1001', 'Missing');
  await decide('1002', 'Kept overnight');
  await signBoth();
  await press(completeButton());
  await expectToast(DONE);
  expect(sent().goods).toEqual([
    { order_id: TRIED.order_id, outcome: 'missing' },
    { order_id: UNTRIED.order_id, outcome: 'kept' },
  ]);
  expect(print.mock.calls[0]?.[0].goods).toMatchObject([
    { order_number: '1001', customer_name: 'ليلى حداد', items: TRIED.items, outcome: 'missing' },
    { order_number: '1002', outcome: 'kept' },
  ]);
});

it('marks the first missing decision, and sends nothing', async () => {
  await open();
  await decide('1001', 'Returned');
  await signBoth();
  await press(completeButton());
  await expectToast(
    'Missing Information / Choose for all goods still with the driver if they are returned, kept overnight or missing.',
  );
  await expect.element(goodsOf('1002')).toHaveTextContent('Choose what happened to these goods');
  expect(goodsOf('1001').element().textContent).not.toContain('Choose what happened');
  expect(commands()).toEqual([]);
  await page.getByRole('button', { name: 'All returned' }).click();
  await vi.waitFor(() => expect(toasts()).toEqual([]));
  await signBoth();
  await press(completeButton());
  await expectToast(DONE);
  expect(sent().goods?.map(({ outcome }) => outcome)).toEqual(['returned', 'returned']);
});

it('"All returned" decides only about goods without a decision', async () => {
  await open();
  await decide('1001', 'Missing');
  await page.getByRole('button', { name: 'All returned' }).click();
  await expect.element(goodsOf('1002').getByRole('radio', { name: 'Returned' })).toBeChecked();
  await expect.element(goodsOf('1001').getByRole('radio', { name: 'Missing' })).toBeChecked();
});

it('clears the pads when a decision changes after signing', async () => {
  await open();
  await page.getByRole('button', { name: 'All returned' }).click();
  await signBoth();
  await decide('1001', 'Kept overnight');
  await expect.element(page.getByText(CLEARED)).toBeVisible();
  await expect.element(unsigned()).toBeVisible();
});

it('forgets the decisions when another driver is chosen', async () => {
  await open();
  await page.getByRole('button', { name: 'All returned' }).click();
  await choose(SARA.full_name);
  await expect.element(list()).toBeVisible();
  expect(list().getByRole('radio', { checked: true }).elements()).toEqual([]);
});

it('shows nothing and sends no decisions if the driver has no goods', async () => {
  server.goods = [];
  await open();
  await signBoth();
  await press(completeButton());
  await expectToast(DONE);
  expect(list().elements()).toEqual([]);
  expect(sent()).not.toHaveProperty('goods');
});

it('lists goods that could not be loaded after a retry, and clears the pads', async () => {
  const path = `GET /api/handovers/goods?driver_id=${OMAR.id}`;
  const respond = server.answers.get(path);
  server.answers.set(path, () => new Response('', { status: 500 }));
  await open();
  await expect.element(page.getByText('Goods not listed here stay with the driver.')).toBeVisible();
  await signBoth();
  if (respond) server.answers.set(path, respond);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(list()).toBeVisible();
  await expect.element(page.getByText(CLEARED)).toBeVisible();
});

it('completes without goods while they cannot be loaded', async () => {
  server.answers.set(
    `GET /api/handovers/goods?driver_id=${OMAR.id}`,
    () => new Response('', { status: 500 }),
  );
  await open();
  await expect.element(page.getByText('Goods could not be loaded')).toBeVisible();
  await signBoth();
  await press(completeButton());
  await expectToast(DONE);
  expect(sent()).not.toHaveProperty('goods');
});

it('waits for the goods before the handover is completed', async () => {
  let arrive = (_: Response) => {};
  const arrives = new Promise<Response>((resolve) => {
    arrive = resolve;
  });
  server.answers.set(`GET /api/handovers/goods?driver_id=${OMAR.id}`, () => arrives);
  await open();
  await signBoth();
  await press(completeButton());
  await expectToast(
    'Missing Information / The goods still with the driver are still loading. Please try again in a moment.',
  );
  expect(commands()).toEqual([]);
  arrive(
    new Response(JSON.stringify({ goods: [UNTRIED] }), { headers: { 'content-type': 'application/json' } }),
  );
  await expect.element(list()).toHaveTextContent('#1002');
  await expect.element(unsigned()).toBeVisible();
});

it('goods that changed meanwhile reject the handover, clear the pads and are listed again', async () => {
  server.fault = ({ path }) => {
    if (path !== PATH) return undefined;
    server.goods = [UNTRIED];
    return problem('goods_changed');
  };
  await open();
  await page.getByRole('button', { name: 'All returned' }).click();
  await signBoth();
  await press(completeButton());
  await expectToast('Error / Failed to complete handover');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      'The goods still with Omar Said have changed meanwhile. Nothing was recorded. Please check the list and sign again.',
    );
  await expect.element(unsigned()).toBeVisible();
  await expect.element(page.getByText('#1001')).not.toBeInTheDocument();
  await dismissToasts();
  server.fault = () => undefined;
  await signBoth();
  await press(completeButton());
  await expectToast(DONE);
  expect(sent().goods).toEqual([{ order_id: UNTRIED.order_id, outcome: 'returned' }]);
});

it('keeps the decisions of a handover whose reference was taken, on a new receipt', async () => {
  const print = vi.spyOn(DOCUMENTS, 'handoverReceipt');
  let first = true;
  server.fault = ({ path }) => {
    if (path !== PATH || !first) return undefined;
    first = false;
    return problem('reference_taken');
  };
  await open();
  await page.getByRole('button', { name: 'All returned' }).click();
  await signBoth();
  await press(completeButton());
  await expectToast(DONE);
  expect(commands()).toHaveLength(2);
  expect(sent().goods).toHaveLength(2);
  expect(print.mock.calls[1]?.[0].goods).toEqual(print.mock.calls[0]?.[0].goods);
});

it('shows the decisions of a handover that was sent before the page was opened, and sends them again', async () => {
  server.fault = losesResponseThenPauses(PATH);
  const shown = await open();
  await decide('1001', 'Missing');
  await decide('1002', 'Returned');
  await signBoth();
  await press(completeButton());
  await expect.element(page.getByText("We don't know yet whether this was recorded")).toBeVisible();
  await shown.unmount();
  await showPage(<EndOfDayHandover />);
  await expect.element(page.getByText('Returned: 1')).toBeVisible();
  await expect.element(page.getByText('Missing: 1')).toBeVisible();
  await sendNow(server);
  await expectToast(DONE);
  const [first, ...again] = commands().map(({ body }) => (body as EndHandover).goods);
  expect(first).toHaveLength(2);
  expect(again.at(-1)).toEqual(first);
});
