import axe from 'axe-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DeliverySettings } from '../../../contract/operations/dashboard/deliveries/read-delivery-settings.schema.ts';
import { withDefaultTemplates } from '../../../contract/rules/messages-to-customers.ts';
import { ATTEMPT_REASONS } from '../../../contract/rules/orders/attempt-reasons.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { deliveryOrder } from '../../../tests/support/delivery-order.ts';
import { showPage } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { json } from '../../../tests/support/server-double.ts';
import { CallButton } from '../contact-buttons.tsx';
import { MessageCustomer } from './MessageCustomer.tsx';

const SETTINGS = 'GET /api/delivery-settings';
const LANDLINE = { number: '+97142345678', remark: 'office' };
const MOBILE = { number: '+971501234567', remark: null };
const ARABIC = { first_name: 'فاطمة', last_name: 'الزهراء', phone: '0501234567', phones: [MOBILE] };
const ATTEMPT = {
  id: '01975a00-0000-7000-8000-000000000001',
  reason: 'own_1',
  reason_label: null,
  occurred_at: '2026-11-20T08:00:00Z',
  next: { day: '2026-12-01', from: '14:00', to: '16:00' },
};

let server: ManagerServer;
let settings: DeliverySettings;

beforeEach(async () => {
  server = await managerServer();
  settings = {
    reasons: [...ATTEMPT_REASONS],
    drivers_set_out: true,
    records_position: false,
    templates: withDefaultTemplates([]),
  };
  server.answers.set(SETTINGS, () => json(settings));
});
afterEach(() => {
  writeSession(null);
  server.restore();
});

async function show(changes: Partial<OrderWithItems> = {}): Promise<void> {
  const order = deliveryOrder(changes);
  await showPage(
    <>
      <CallButton customer={order.customer} />
      <MessageCustomer order={order} />
    </>,
  );
}

const button = () => page.getByRole('button', { name: 'Message', exact: true });
const dialog = () => page.getByRole('dialog', { name: 'Message to the customer' });
const link = (name: string) => dialog().getByRole('link', { name });
const message = () => dialog().element().querySelector('p[lang]');
const shows = (text: string | RegExp) => expect.poll(() => message()?.textContent).toMatch(text);
const hrefOf = (name: string) => (link(name).element() as HTMLAnchorElement).href;
const sentText = (name: string) =>
  new URL(hrefOf(name)).searchParams.get(name.startsWith('SMS') ? 'body' : 'text');

test('a mobile number is offered the filled message by WhatsApp and SMS, and a call; nothing is sent to the server', async () => {
  await show();
  await button().click();
  const text =
    'Hello Layla Haddad, your order #1001 from Corner Shop is on the way. Payment: AED 145.00. Please have the cash ready.';
  await shows(text);
  expect(hrefOf('WhatsApp +971501234567')).toMatch(/^https:\/\/wa\.me\/971501234567\?text=Hello/);
  expect(sentText('WhatsApp +971501234567')).toBe(text);
  expect(hrefOf('SMS +971501234567')).toMatch(/^sms:\+971501234567\?&body=Hello/);
  expect(sentText('SMS +971501234567')).toBe(text);
  expect(hrefOf('Call +971501234567')).toBe('tel:+971501234567');
  await expect.element(link('WhatsApp')).toHaveAttribute('rel', 'noopener noreferrer');
  await expect.element(link('SMS')).toHaveAttribute('rel', 'noopener');
  const { violations } = await axe.run(dialog().element());
  expect(violations).toEqual([]);
  link('SMS')
    .element()
    .addEventListener('click', (event) => event.preventDefault());
  await link('SMS').click();
  expect(server.asked.filter(({ method, path }) => method === 'POST' && !path.startsWith('/auth'))).toEqual(
    [],
  );
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(button()).toHaveFocus();
});

test('an Arabic name preselects Arabic, from right to left; another language can be selected', async () => {
  await show({ customer: ARABIC, payment_status: 'paid' });
  await button().click();
  await shows(/^مرحباً فاطمة الزهراء، طلبك 1001 من Corner Shop/);
  expect(message()?.getAttribute('dir')).toBe('rtl');
  expect(sentText('WhatsApp')).toBe(message()?.textContent);
  await dialog().getByRole('radio', { name: 'English' }).click();
  await shows(/^Hello فاطمة الزهراء, .* Payment: nothing to pay\.$/);
  expect(message()?.getAttribute('dir')).toBe('ltr');
});

test("the order's locale determines the language", async () => {
  await show({ locale: 'ur-PK' });
  await button().click();
  await expect.element(dialog().getByRole('radio', { name: 'اردو' })).toBeChecked();
});

test("an attempt preselects its message, with the shop's own text and label and the next time", async () => {
  const text = '{customer}: {reason}. {next}';
  settings.templates = withDefaultTemplates([
    { kind: 'could_not_deliver', language: 'en', text, is_reviewed: true },
  ]);
  settings.reasons = [
    { key: 'own_1', label: 'Gate closed', needs_photo: false, needs_note: false, needs_time: false },
  ];
  await show({ status: 'dispatched', attempt: ATTEMPT });
  await button().click();
  await shows('Layla Haddad: Gate closed. We will come again on 1 Dec 2026, between 14:00 and 16:00.');
  await dialog().getByRole('radio', { name: 'On the way' }).click();
  await shows(/is on the way/);
});

test('without a connection and without stored templates, the built-in message is offered', async () => {
  server.fault = ({ path }) => (path === '/api/delivery-settings' ? 'lost' : undefined);
  await show();
  await button().click();
  await shows(/^Hello Layla Haddad/);
});

test('a landline is only called', async () => {
  await show({ customer: { first_name: 'Layla', last_name: '', phone: '04 234 5678', phones: [LANDLINE] } });
  await expect.element(page.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+97142345678');
  expect(button().elements()).toEqual([]);
});

test('each of several numbers has its remark, and only the mobile one is offered messages', async () => {
  const phones = [LANDLINE, { ...MOBILE, remark: 'wife' }];
  await show({ customer: { first_name: 'Layla', last_name: '', phone: 'both', phones } });
  await button().click();
  await shows(/^Hello Layla, your/);
  const rows = dialog().getByRole('listitem');
  await expect.element(rows.nth(0)).toHaveTextContent('+97142345678 officeCall +97142345678');
  await expect
    .element(rows.nth(1))
    .toHaveTextContent('+971501234567 wifeWhatsApp +971501234567SMS +971501234567Call +971501234567');
});

test('without a number the specified text is shown and nothing is offered', async () => {
  await show({ customer: { first_name: 'Layla', last_name: 'Haddad', phone: null } });
  await expect.element(page.getByText('No phone number available')).toBeVisible();
  expect([...button().elements(), ...page.getByRole('link').elements()]).toEqual([]);
});

test('an order that is still in the shop has no message', async () => {
  await show({ status: 'packed' });
  await expect.element(page.getByRole('link', { name: 'Call' })).toBeVisible();
  expect(button().elements()).toEqual([]);
});
