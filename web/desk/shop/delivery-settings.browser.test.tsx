import axe from 'axe-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DeliverySettings } from '../../../contract/operations/dashboard/deliveries/read-delivery-settings.schema.ts';
import type { ChangeDeliverySettings } from '../../../contract/operations/desk/deliveries/change-delivery-settings.schema.ts';
import { DESK_ENDPOINTS } from '../../../contract/operations/desk.ts';
import { EXPENSE_KINDS } from '../../../contract/rules/expenses.ts';
import { withDefaultTemplates } from '../../../contract/rules/messages-to-customers.ts';
import { ATTEMPT_REASONS } from '../../../contract/rules/orders/attempt-reasons.ts';
import { showPage } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { json, problem } from '../../../tests/support/server-double.ts';
import { registerEndpoints } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { sessionStore } from '../../session/device-session.ts';
import { clearToasts } from '../../ui/toast.ts';
import { DeliverySettingsPlace } from './DeliverySettingsPlace.tsx';

registerEndpoints(DESK_ENDPOINTS);

const PATH = '/api/desk/delivery-settings';

let server: ManagerServer;
let settings: DeliverySettings;

beforeEach(async () => {
  server = await managerServer();
  settings = {
    reasons: [...ATTEMPT_REASONS],
    drivers_set_out: true,
    records_position: false,
    expense_kinds: [...EXPENSE_KINDS],
    templates: withDefaultTemplates([]),
  };
  server.answers.set('GET /api/delivery-settings', () => json(settings));
  server.record = ({ body }) => {
    const {
      templates: _,
      seen_reasons: __,
      seen_expense_kinds: ___,
      ...changes
    } = body as ChangeDeliverySettings;
    settings = { ...settings, ...(changes as Partial<DeliverySettings>) };
    return settings;
  };
});
afterEach(() => {
  writeSession(null);
  server.restore();
  clearToasts();
});

/** Shows the place to a user with this role. */
async function show(role: 'Admin' | 'Manager'): Promise<void> {
  server.manager = { ...server.manager, role };
  queryClient.clear();
  await sessionStore.signIn('manager@demo.mandoob.example', 'mandoob-demo');
  await showPage(
    <main>
      <DeliverySettingsPlace />
    </main>,
  );
  await expect.element(reasonsCard()).toBeVisible();
}

const reasonsCard = () => page.getByRole('region', { name: /^Reasons of/ });
const driversCard = () => page.getByRole('region', { name: 'Drivers', exact: true });
const inReasons = (name: string) => reasonsCard().getByRole('button', { name, exact: true });
const sent = () => server.sent<ChangeDeliverySettings>(PATH).map(({ body }) => body);
const texts = () =>
  reasonsCard()
    .getByRole('textbox')
    .elements()
    .map((field) => (field as HTMLInputElement).value);

test('only the changed rules are sent', async () => {
  await show('Admin');
  await driversCard().getByRole('button', { name: 'Save' }).click();
  await driversCard()
    .getByRole('checkbox', { name: /^Record the position/ })
    .click();
  await driversCard().getByRole('button', { name: 'Save' }).click();
  await expect.poll(sent).toEqual([{ records_position: true }]);
  await expect.element(driversCard().getByRole('checkbox', { name: /^Record the position/ })).toBeChecked();
});

test('reasons are renamed, moved by keyboard, removed and added; all are sent in their order', async () => {
  await show('Admin');
  expect(texts().slice(0, 3)).toEqual(['Nobody home', 'Customer refused', 'No money']);
  (inReasons('Move down: Nobody home').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(inReasons('Move down: Nobody home')).toHaveFocus();
  expect(texts().slice(0, 2)).toEqual(['Customer refused', 'Nobody home']);
  await inReasons('Remove: No money').click();
  await expect.element(inReasons('Remove: Wrong address')).toHaveFocus();
  await reasonsCard()
    .getByRole('group', { name: 'Required for Nobody home' })
    .getByRole('checkbox', { name: 'Note' })
    .click();
  await inReasons('Add a reason').click();
  const added = reasonsCard().getByRole('textbox').last();
  await expect.element(added).toHaveFocus();
  await inReasons('Save').click();
  await expect.element(page.getByText('Enter the text of the reason').first()).toBeVisible();
  expect(sent()).toEqual([]);
  await added.fill(' Gate closed ');
  await inReasons('Save').click();
  await expect.poll(() => sent().length).toBe(1);
  const reasons = sent()[0]?.reasons ?? [];
  expect(reasons.map(({ key }) => key.replace(/\d+/, 'n'))).toEqual([
    'customer_refused',
    'nobody_home',
    'wrong_address',
    'unreachable',
    'asked_for_another_time',
    'damaged',
    'other',
    'own_n',
  ]);
  expect(reasons[1]).toMatchObject({ label: null, needs_photo: true, needs_note: true });
  expect(reasons.at(-1)).toMatchObject({ label: 'Gate closed', needs_photo: false });
  await expect.poll(() => texts().at(-1)).toBe('Gate closed');
});

test('the built-in reasons are restored, and the last reason cannot be removed', async () => {
  settings.reasons = [
    { key: 'own_1', label: 'بوابة مغلقة', needs_photo: false, needs_note: true, needs_time: false },
  ];
  await show('Admin');
  await expect.element(inReasons('Remove: بوابة مغلقة')).toHaveAttribute('aria-disabled', 'true');
  await inReasons('Use the built-in reasons').click();
  const seen_reasons = settings.reasons;
  await inReasons('Save').click();
  await expect.poll(sent).toEqual([{ reasons: ATTEMPT_REASONS, seen_reasons }]);
});

test('reasons that another Admin changed meanwhile are not overwritten; the edited ones stay until they are replaced', async () => {
  await show('Admin');
  await inReasons('Remove: No money').click();
  const edited = texts();
  const theirs = {
    key: 'own_1',
    label: 'Gate closed',
    needs_photo: false,
    needs_note: true,
    needs_time: false,
  };
  settings = { ...settings, reasons: [theirs] };
  server.fault = ({ path }) => (path === PATH ? problem('settings_changed') : undefined);
  await inReasons('Save').click();
  const notice = reasonsCard().getByRole('alert');
  await expect.element(notice).toHaveTextContent('These settings have changed meanwhile');
  expect(texts()).toEqual(edited);
  // The settings were read again meanwhile; the command still contains the reasons that were seen first.
  await inReasons('Save').click();
  await expect
    .poll(() => sent().map(({ seen_reasons }) => seen_reasons))
    .toEqual([ATTEMPT_REASONS, ATTEMPT_REASONS]);
  await inReasons('Load the new settings').click();
  await expect.poll(texts).toEqual(['Gate closed']);
  await expect.element(notice).not.toBeInTheDocument();
});

test('an Admin lets cash be rounded down, and only that is sent', async () => {
  await show('Admin');
  const rounds = driversCard().getByRole('checkbox', { name: /^Round cash down to AED 0.25/ });
  await expect.element(rounds).not.toBeChecked();
  await rounds.click();
  await driversCard().getByRole('button', { name: 'Save' }).click();
  await expect.poll(sent).toEqual([{ rounds_cash: true }]);
  await expect.element(rounds).toBeChecked();
});

const kindsCard = () => page.getByRole('region', { name: 'Expenses of drivers' });

test('kinds of expenses are added, removed and sent in their order; at least one stays', async () => {
  await show('Admin');
  const kind = (name: string) => kindsCard().getByRole('checkbox', { name });
  const save = () => kindsCard().getByRole('button', { name: 'Save' }).click();
  for (const name of ['Parking', 'Fuel', 'Toll', 'Car wash', 'Other']) await kind(name).click();
  await save();
  await expect.element(kindsCard().getByText('Choose at least one kind')).toBeVisible();
  expect(sent()).toEqual([]);
  await kindsCard().getByLabelText('Another kind').fill(' Ferry ');
  await kindsCard().getByRole('button', { name: 'Add' }).click();
  await expect.element(kind('Ferry')).toBeChecked();
  await kind('Fuel').click();
  await save();
  await expect.poll(sent).toEqual([{ expense_kinds: ['fuel', 'Ferry'], seen_expense_kinds: EXPENSE_KINDS }]);
  await expect.element(kind('Parking')).not.toBeChecked();
  const { violations } = await axe.run(kindsCard().element(), { resultTypes: ['violations'] });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

test('a Manager reads the settings', async () => {
  await show('Manager');
  await expect.element(page.getByText('Only Admins can change these settings.')).toBeVisible();
  await expect.element(reasonsCard()).toHaveTextContent('Nobody homePhoto');
  await expect.element(driversCard().getByRole('checkbox', { name: /^Drivers set out/ })).toBeDisabled();
  expect(page.getByRole('button', { name: 'Save' }).elements()).toEqual([]);
});
