import axe from 'axe-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { DeliverySettings } from '../../../contract/operations/dashboard/deliveries/read-delivery-settings.schema.ts';
import type { ChangeDeliverySettings } from '../../../contract/operations/desk/deliveries/change-delivery-settings.schema.ts';
import { DESK_ENDPOINTS } from '../../../contract/operations/desk.ts';
import { withDefaultTemplates } from '../../../contract/rules/messages-to-customers.ts';
import { ATTEMPT_REASONS } from '../../../contract/rules/orders/attempt-reasons.ts';
import { showPage, toasts } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { json, problem } from '../../../tests/support/server-double.ts';
import { registerEndpoints } from '../../api/client.ts';
import { clearToasts } from '../../ui/toast.ts';
import { DeliverySettingsPlace } from './DeliverySettingsPlace.tsx';

registerEndpoints(DESK_ENDPOINTS);

const CHANGE = '/api/desk/delivery-settings';
const ON_THE_WAY_AR = { kind: 'on_the_way', language: 'ar' } as const;

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
  server.answers.set('GET /api/delivery-settings', () => json(settings));
  server.record = ({ body }) => {
    const { templates: sent = [] } = body as Pick<ChangeDeliverySettings, 'templates'>;
    const templates = sent.map(({ seen_text: _, ...template }) => template);
    settings.templates = settings.templates.map(
      (old) => templates.find((one) => nameOf(one) === nameOf(old)) ?? old,
    );
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
  await showPage(<DeliverySettingsPlace />);
  await expect.element(page.getByRole('heading', { name: 'Messages to customers' })).toBeVisible();
}

const language = (name: string) => page.getByRole('radio', { name });
const field = (name: string) => page.getByLabelText(new RegExp(`^${name}`));
const preview = (name: string) => page.getByRole('figure', { name: `Preview ${name}` });
const marks = () => page.getByText('Not yet read by a native speaker').elements();
const read_box = (at: number) => page.getByRole('checkbox', { name: 'Read by a native speaker' }).nth(at);
const save = () =>
  page.getByRole('region', { name: 'Messages to customers' }).getByRole('button', { name: 'Save' });
const nameOf = (one: { kind: string; language: string }) => `${one.kind} ${one.language}`;
const textOf = (template: { kind: string; language: string }) =>
  settings.templates.find((one) => nameOf(one) === nameOf(template))?.text;
const sent = () => server.sent<{ templates: DeliverySettings['templates'] }>(CHANGE).map(({ body }) => body);

test('an Admin changes a text and marks it as read; only the changed template is sent', async () => {
  const seen_text = textOf(ON_THE_WAY_AR);
  await show('Admin');
  await expect
    .element(preview('On the way'))
    .toHaveTextContent(/^.*Hello Layla Haddad, your order #1001 from Corner Shop/);
  expect(marks()).toEqual([]);
  await language('العربية').click();
  expect(marks()).toHaveLength(2);
  await expect.element(field('On the way')).toHaveAttribute('dir', 'rtl');
  await field('On the way').fill('أهلاً {customer}');
  await expect.element(preview('On the way')).toHaveTextContent('أهلاً ليلى حداد');
  expect(preview('On the way').element().querySelector('p')?.dir).toBe('rtl');
  await read_box(0).click();
  expect(marks()).toHaveLength(1);
  await save().click();
  await expect.poll(toasts).toEqual(['Saved / Messages to customers']);
  const changed = { ...ON_THE_WAY_AR, text: 'أهلاً {customer}', is_reviewed: true };
  expect(sent()).toEqual([{ templates: [{ ...changed, seen_text }] }]);
});

test('a text that another Admin changed meanwhile is not overwritten; the typed one stays until it is replaced', async () => {
  const on_the_way = { kind: 'on_the_way', language: 'en' } as const;
  const seen_text = textOf(on_the_way);
  await show('Admin');
  await field('On the way').fill('Mine');
  settings.templates = settings.templates.map((one) =>
    nameOf(one) === nameOf(on_the_way) ? { ...one, text: 'Theirs' } : one,
  );
  server.fault = ({ path }) => (path === CHANGE ? problem('settings_changed') : undefined);
  await save().click();
  const notice = page.getByRole('alert').filter({ hasText: 'Your changes are not saved.' });
  await expect.element(notice).toBeVisible();
  await expect.element(field('On the way')).toHaveValue('Mine');
  // The settings were read again meanwhile; the command still contains the text that was seen first.
  await save().click();
  await expect
    .poll(() => sent().map(({ templates }) => templates))
    .toMatchObject([[{ text: 'Mine', seen_text }], [{ text: 'Mine', seen_text }]]);
  await page.getByRole('button', { name: 'Load the new settings' }).click();
  await expect.element(field('On the way')).toHaveValue('Theirs');
  await expect.element(notice).not.toBeInTheDocument();
});

test('a changed text is no longer read by a native speaker, until the built-in text is used again', async () => {
  await show('Admin');
  await field('On the way').fill('Hi {customer}');
  expect(marks()).toHaveLength(1);
  await expect.element(read_box(0)).not.toBeChecked();
  await page.getByRole('button', { name: 'Use the built-in text On the way' }).click();
  expect(marks()).toEqual([]);
  await expect.element(preview('On the way')).toHaveTextContent(/Hello Layla Haddad/);
  await save().click();
  expect(sent()).toEqual([]);
});

test('an unknown placeholder is marked', async () => {
  await show('Admin');
  await field('On the way').fill('Hi {custmer}, {customer}');
  await expect.element(page.getByText(/^Unknown placeholder;/)).toHaveTextContent(/written: \{custmer\}$/);
  await expect.element(preview('On the way')).toHaveTextContent('Hi {custmer}, Layla Haddad');
});

test('an empty text of another language is shown and marked before anything is sent', async () => {
  await show('Admin');
  await language('اردو').click();
  await field("Couldn't deliver").fill(' ');
  await language('English').click();
  await save().click();
  await expect.element(language('اردو')).toBeChecked();
  await expect.element(field("Couldn't deliver")).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field("Couldn't deliver")).toHaveFocus();
  expect(sent()).toEqual([]);
});

test('a Manager reads the messages and changes nothing', async () => {
  await show('Manager');
  await language('العربية').click();
  await expect.element(preview("Couldn't deliver")).toHaveTextContent(/ليلى حداد/);
  expect(marks()).toHaveLength(2);
  expect([...page.getByRole('textbox').elements(), ...save().elements()]).toEqual([]);
  const { violations } = await axe.run(page.getByRole('region', { name: 'Messages to customers' }).element());
  expect(violations.map(({ id }) => id)).toEqual([]);
});
