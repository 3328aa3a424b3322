import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ChangeCashSettings } from '../../../contract/operations/desk/cash-settings/change-cash-settings.schema.ts';
import type { CashSettings } from '../../../contract/operations/desk/cash-settings/read-cash-settings.schema.ts';
import type { StaffRow } from '../../../contract/operations/desk/staff/list-staff.schema.ts';
import { DESK_ENDPOINTS } from '../../../contract/operations/desk.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { showPage } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { json } from '../../../tests/support/server-double.ts';
import { registerEndpoints } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { sessionStore } from '../../session/device-session.ts';
import { clearToasts } from '../../ui/toast.ts';
import { CashSettingsPlace } from './CashSettingsPlace.tsx';

registerEndpoints(DESK_ENDPOINTS);

const PATH = '/api/desk/cash-settings';
const DAWOOD = { user_id: newId(), full_name: 'Dawood Driver' };
const DINA = { user_id: newId(), full_name: 'دينا' };

let server: ManagerServer;
let settings: CashSettings;

const staff = (person: typeof DAWOOD, id: number | null): Partial<StaffRow> => ({
  ...person,
  driver: id === null ? null : { id, status: 'available' },
  disabled: false,
});

beforeEach(async () => {
  server = await managerServer();
  settings = {
    ...{ float_limit_fils: null, cash_ceiling_fils: 200_000, ceiling_blocks_assignment: false },
    people: [{ ...DINA, ceiling_fils: 50_000 }],
  };
  server.answers.set(`GET ${PATH}`, () => json(settings));
  const others = staff({ user_id: newId(), full_name: 'Amal Admin' }, null);
  server.answers.set('GET /api/staff', () => json({ staff: [staff(DAWOOD, 7), staff(DINA, 8), others] }));
  server.record = ({ body }) => {
    const { person, ...changes } = body as ChangeCashSettings;
    settings = { ...settings, ...(changes as Partial<CashSettings>) };
    if (person) {
      const people = settings.people.filter(({ user_id }) => user_id !== person.user_id);
      const { user_id, ceiling_fils } = person;
      const { full_name } = user_id === DINA.user_id ? DINA : DAWOOD;
      settings.people = ceiling_fils === null ? people : [...people, { user_id, full_name, ceiling_fils }];
    }
    return settings;
  };
});
afterEach(() => {
  writeSession(null);
  server.restore();
  clearToasts();
});

async function show(role: 'Admin' | 'Manager'): Promise<void> {
  server.manager = { ...server.manager, role };
  queryClient.clear();
  await sessionStore.signIn('manager@demo.mandoob.example', 'mandoob-demo');
  await showPage(
    <main>
      <CashSettingsPlace />
    </main>,
  );
  await expect.element(limits()).toBeVisible();
}

const limits = () => page.getByRole('region', { name: 'Limits' });
const own = () => page.getByRole('region', { name: 'Own ceilings' });
const save = () => limits().getByRole('button', { name: 'Save' });
const sent = () => server.sent<ChangeCashSettings>(PATH).map(({ body }) => body);

test('only the changed settings are sent; an empty field removes a limit', async () => {
  await show('Admin');
  await expect.element(limits().getByLabelText('Ceiling of cash for drivers (AED)')).toHaveValue('2000.00');
  await save().click();
  expect(sent()).toEqual([]);
  await userEvent.fill(limits().getByLabelText('Limit of floats (AED)'), '1,500');
  await save().click();
  await expect.poll(sent).toEqual([{ float_limit_fils: 150_000 }]);
  await expect.element(limits().getByLabelText('Limit of floats (AED)')).toHaveValue('1500.00');
  await userEvent.clear(limits().getByLabelText('Ceiling of cash for drivers (AED)'));
  await limits()
    .getByRole('checkbox', { name: /^No new orders/ })
    .click();
  await save().click();
  await expect.poll(() => sent()[1]).toEqual({ cash_ceiling_fils: null, ceiling_blocks_assignment: true });
});

test.each([
  ['0', 'Enter an amount above AED 0.00'],
  ['12.500', 'This can be read in two ways. Enter thousands as 12,500 and fils as 12.50.'],
  ['-5', 'Enter digits, with at most two decimals'],
])('the limit %s is not sent', async (typed, words) => {
  await show('Admin');
  await userEvent.fill(limits().getByLabelText('Limit of floats (AED)'), typed);
  await save().click();
  await expect.element(limits().getByText(words)).toBeVisible();
  expect(sent()).toEqual([]);
});

test('the ceiling of one driver is set and removed', async () => {
  await show('Admin');
  const set = () => own().getByRole('button', { name: 'Set the ceiling' });
  await set().click();
  await expect.element(own().getByText('Choose the driver').last()).toBeVisible();
  const driver = own().getByLabelText('Driver', { exact: true });
  // Only drivers have a ceiling.
  const names = () => [...(driver.element() as HTMLSelectElement).options].map(({ text }) => text);
  await expect.poll(names).toEqual(['Choose the driver', 'Dawood Driver', 'دينا']);
  await driver.selectOptions('Dawood Driver');
  await userEvent.fill(own().getByLabelText('Own ceiling (AED)'), '750');
  await set().click();
  await expect.poll(sent).toEqual([{ person: { user_id: DAWOOD.user_id, ceiling_fils: 75_000 } }]);
  await expect
    .element(own().getByRole('list'))
    .toHaveTextContent('ديناAED 500.00RemoveDawood DriverAED 750.00');
  await own().getByRole('button', { name: 'Remove the ceiling of دينا' }).click();
  await expect.poll(() => sent()[1]).toEqual({ person: { user_id: DINA.user_id, ceiling_fils: null } });
  await expect.element(own().getByRole('list')).not.toHaveTextContent('دينا');
});

test('a Manager reads the settings', async () => {
  await show('Manager');
  await expect.element(page.getByText('Only Admins can change these settings.')).toBeVisible();
  await expect
    .element(limits())
    .toHaveTextContent(
      'Limit of floatsNoneCeiling of cash for driversAED 2,000.00New orders above the ceilingAllowed',
    );
  await expect.element(own()).toHaveTextContent('ديناAED 500.00');
  expect(page.getByRole('button').elements()).toEqual([]);
});
