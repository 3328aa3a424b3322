import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeliverySettings } from '../../contract/operations/dashboard/deliveries/read-delivery-settings.schema.ts';
import type { ChangeDeliverySettings } from '../../contract/operations/desk/deliveries/change-delivery-settings.schema.ts';
import { ENDPOINTS } from '../../contract/operations/endpoints.ts';
import { EXPENSE_KINDS } from '../../contract/rules/expenses.ts';
import { newId } from '../../contract/rules/ids.ts';
import { MESSAGE_KINDS, MESSAGE_LANGUAGES } from '../../contract/rules/messages-to-customers.ts';
import { ATTEMPT_REASONS, type AttemptReason } from '../../contract/rules/orders/attempt-reasons.ts';
import { leftBy } from '../../tests/support/audit.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';
import { verifyCash } from '../verification/verify-cash.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});
afterAll(async () => {
  expect(await verifyCash(app.owner)).toEqual([]);
  await app.drop();
});

const read = (by: Pick<TestStaff, 'session_id'> = shop.driver) =>
  app.send('GET', ENDPOINTS.read_delivery_settings.path, { as: by.session_id });
const settings = async (by?: TestStaff): Promise<DeliverySettings> => (await read(by)).json();
const send = (
  body: ChangeDeliverySettings | object,
  by: Pick<TestStaff, 'session_id'> = shop.admin,
  command_id = newId(),
) =>
  app.send('POST', ENDPOINTS.change_delivery_settings.path, {
    as: by.session_id,
    body,
    headers: { 'idempotency-key': command_id },
  });
type Change = Omit<ChangeDeliverySettings, 'seen_reasons' | 'seen_expense_kinds' | 'templates'> & {
  templates?: DeliverySettings['templates'];
};
/** Adds the reasons and texts that a user sees now. */
async function asSeen({ templates, ...changes }: Change): Promise<ChangeDeliverySettings> {
  const now = await settings();
  const textOf = ({ kind, language }: DeliverySettings['templates'][number]) =>
    now.templates.find((one) => one.kind === kind && one.language === language)?.text ?? '';
  return {
    ...changes,
    ...(changes.reasons && { seen_reasons: now.reasons }),
    ...(changes.expense_kinds && { seen_expense_kinds: now.expense_kinds }),
    ...(templates && { templates: templates.map((one) => ({ ...one, seen_text: textOf(one) })) }),
  };
}
async function change(changes: Change, by = shop.admin): Promise<DeliverySettings> {
  const response = await send(await asSeen(changes), by);
  expect({ status: response.status, body: await response.clone().text() }).toMatchObject({ status: 200 });
  return response.json();
}
const codeOf = async (response: Response) => ({
  status: response.status,
  code: (await response.json()).code,
});

const own = (changes: Partial<AttemptReason> = {}): AttemptReason => ({
  ...{ key: 'own_1', label: 'Gate closed', needs_photo: false, needs_note: true, needs_time: false },
  ...changes,
});
const built_in = ATTEMPT_REASONS.filter(({ key }) => key === 'other' || key === 'no_money');

const message = (changes: object) => ({
  ...{ kind: 'on_the_way', language: 'en', text: 'A', seen_text: 'B', is_reviewed: true },
  ...changes,
});

describe('reading', () => {
  it('returns the built-in settings to drivers, managers and admins of a shop that changed none', async () => {
    for (const by of [shop.driver, shop.manager, shop.admin]) {
      const { templates, ...others } = await settings(by);
      expect(others).toEqual({
        ...{ reasons: ATTEMPT_REASONS, drivers_set_out: true, records_position: false, rounds_cash: false },
        expense_kinds: EXPENSE_KINDS,
      });
      expect(templates.map(({ kind, language }) => [kind, language])).toEqual(
        MESSAGE_KINDS.flatMap((kind) => MESSAGE_LANGUAGES.map((language) => [kind, language])),
      );
      expect(templates.every(({ language, is_reviewed }) => is_reviewed === (language === 'en'))).toBe(true);
    }
  });

  it('is refused for other roles and without a session', async () => {
    expect(await codeOf(await read(shop.stranger))).toEqual({ status: 403, code: 'no_access' });
    expect(await codeOf(await read({ session_id: newId() }))).toEqual({ status: 401, code: 'not_signed_in' });
  });
});

describe('changing', () => {
  it('replaces the reasons in their order; other parts stay', async () => {
    const before = await settings();
    const reasons = [own(), ...built_in];
    const left = await leftBy(app.owner, async () => {
      expect(await change({ reasons })).toEqual({ ...before, reasons });
    });
    expect(await settings()).toEqual({ ...before, reasons });
    expect(left.topics).toEqual(['shop']);
    expect(left.audit).toMatchObject([
      {
        ...{ what: 'change_delivery_settings', subject_id: String(shop.shop_id) },
        after: { reasons: ['own_1 note: Gate closed', 'no_money', 'other note'] },
      },
    ]);
  });

  it('keeps a removed reason for its attempts, and offers it again when it is added', async () => {
    await change({ reasons: [own(), ...built_in] });
    await change({ reasons: built_in });
    expect((await settings()).reasons).toEqual(built_in);
    const rows = app.owner.selectFrom('attempt_reasons').selectAll().where('shop_id', '=', shop.shop_id);
    expect((await rows.execute()).find(({ key }) => key === 'own_1')).toMatchObject({
      ...{ label: 'Gate closed', is_offered: false },
    });
    const again = [...built_in, own({ label: 'Gate locked', needs_photo: true })];
    expect((await change({ reasons: again })).reasons).toEqual(again);
  });

  it('switches the rounding of cash, and records it in the audit', async () => {
    const before = await settings();
    const left = await leftBy(app.owner, async () => {
      expect(await change({ rounds_cash: true })).toEqual({ ...before, rounds_cash: true });
    });
    expect(left.audit).toMatchObject([{ before: { rounds_cash: false }, after: { rounds_cash: true } }]);
    expect((await settings(shop.driver)).rounds_cash).toBe(true);
  });

  it('replaces the kinds of expenses in their order; a shop that removes them all is refused', async () => {
    const before = await settings();
    const expense_kinds = ['fuel', 'Ferry', 'other'];
    const left = await leftBy(app.owner, async () => {
      expect(await change({ expense_kinds })).toEqual({ ...before, expense_kinds });
    });
    expect(await settings()).toEqual({ ...before, expense_kinds });
    expect(left.audit).toMatchObject([
      { before: { expense_kinds: EXPENSE_KINDS }, after: { expense_kinds } },
    ]);
    const body = { expense_kinds: [], seen_expense_kinds: expense_kinds };
    expect(await codeOf(await send(body))).toEqual({ status: 422, code: 'invalid_input' });
  });

  it('switches setting out and positions separately', async () => {
    const before = await settings();
    expect(await change({ drivers_set_out: false })).toEqual({ ...before, drivers_set_out: false });
    expect(await change({ records_position: true })).toEqual({
      ...before,
      ...{ drivers_set_out: false, records_position: true },
    });
  });

  it('replaces one message and marks it as read by a native speaker', async () => {
    const before = await settings();
    const template = {
      kind: 'on_the_way',
      language: 'ar',
      text: 'طلبك في الطريق',
      is_reviewed: true,
    } as const;
    const expected = before.templates.map((one) =>
      one.kind === 'on_the_way' && one.language === 'ar' ? template : one,
    );
    expect((await change({ templates: [template] })).templates).toEqual(expected);
    const changed = { ...template, text: 'في الطريق', is_reviewed: false };
    const left = await leftBy(app.owner, () => change({ templates: [changed] }));
    expect(left.audit[0]?.before?.templates).toContain('on_the_way ar reviewed: طلبك في الطريق');
    expect(left.audit[0]?.after?.templates).toContain('on_the_way ar: في الطريق');
  });

  it('leaves no audit row if nothing changes', async () => {
    await change({ reasons: [own()] });
    const left = await leftBy(app.owner, () => change({ reasons: [own()], drivers_set_out: true }));
    expect(left).toEqual({ audit: [], topics: [] });
  });

  it('changes only the own shop', async () => {
    const other = await createTestShop(app.owner, 'Other Shop');
    const before = await settings(other.driver);
    const templates = [{ kind: 'on_the_way', language: 'en', text: 'Hi', is_reviewed: true } as const];
    await change({ reasons: [own()], drivers_set_out: false, records_position: true, templates });
    expect(await settings(other.driver)).toEqual(before);
  });

  it('is refused for all roles except Admin', async () => {
    const before = await settings();
    for (const by of [shop.manager, shop.driver, shop.stranger])
      expect(await codeOf(await send({ drivers_set_out: false }, by))).toEqual({
        ...{ status: 403, code: 'no_access' },
      });
    expect(await codeOf(await send({ drivers_set_out: false }, { session_id: newId() }))).toEqual({
      ...{ status: 401, code: 'not_signed_in' },
    });
    expect(await settings()).toEqual(before);
  });

  it.each<[string, object]>([
    ['nothing', {}],
    ['no reason', { reasons: [], seen_reasons: ATTEMPT_REASONS }],
    ['a reason twice', { reasons: [own(), own()], seen_reasons: ATTEMPT_REASONS }],
    ['an own reason without a label', { reasons: [own({ label: null })], seen_reasons: ATTEMPT_REASONS }],
    ['an empty label', { reasons: [own({ label: ' ' })], seen_reasons: ATTEMPT_REASONS }],
    ['reasons without the seen ones', { reasons: [own()] }],
    ['seen reasons only', { seen_reasons: ATTEMPT_REASONS }],
    ['a kind of expense twice', { expense_kinds: ['fuel', 'fuel'], seen_expense_kinds: EXPENSE_KINDS }],
    [
      'a refund as a kind for drivers',
      { expense_kinds: ['customer_refund'], seen_expense_kinds: EXPENSE_KINDS },
    ],
    ['kinds of expenses without the seen ones', { expense_kinds: ['fuel'] }],
    ['an empty message', { templates: [message({ text: ' ' })] }],
    ['an unknown language', { templates: [message({ language: 'fr' })] }],
    ['a message without the seen one', { templates: [message({ seen_text: undefined })] }],
  ])('is refused with %s', async (_, body) => {
    expect(await codeOf(await send(body))).toEqual({ status: 422, code: 'invalid_input' });
  });
});

describe('exactly once', () => {
  it('a retry returns the same reply byte for byte, also after another change', async () => {
    const [body, command_id] = [{ drivers_set_out: false }, newId()];
    const first = await (await send(body, shop.admin, command_id)).text();
    await change({ drivers_set_out: true });
    expect(await (await send(body, shop.admin, command_id)).text()).toBe(first);
    expect((await settings()).drivers_set_out).toBe(true);
  });

  it('two changes at once of the same reasons: one is recorded, and the other is refused', async () => {
    const lists = [
      [own({ key: 'own_1' }), own({ key: 'own_2' })],
      [own({ key: 'own_2', label: 'Other' }), own({ key: 'own_1', label: 'Other' })],
    ];
    const bodies = await Promise.all(lists.map((reasons) => asSeen({ reasons })));
    const responses = await Promise.all(bodies.map((body) => send(body)));
    const done = responses.findIndex(({ status }) => status === 200);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await settings()).reasons).toEqual(lists[done]);
  });
});

describe('settings that changed after the user saw them', () => {
  const changed = { status: 409, code: 'settings_changed' };
  const on_the_way = { kind: 'on_the_way', language: 'en', text: 'Coming', is_reviewed: true } as const;

  it('refuses reasons if a key, label, requirement or their order differs; others can change', async () => {
    const seen = [own(), ...built_in];
    for (const reasons of [
      built_in,
      [own({ label: 'Gate locked' }), ...built_in],
      [own({ needs_photo: true }), ...built_in],
      [...built_in, own()],
    ]) {
      await change({ reasons: seen });
      const body = await asSeen({ reasons: [own({ label: 'Mine' })] });
      await change({ reasons });
      const before = await settings();
      expect(await codeOf(await send(body))).toEqual(changed);
      expect(await settings()).toEqual(before);
    }
    await change({ drivers_set_out: false, templates: [on_the_way] });
  });

  it('refuses kinds of expenses that differ from the seen ones', async () => {
    const body = await asSeen({ expense_kinds: ['fuel'] });
    await change({ expense_kinds: ['fuel', 'parking'] });
    expect(await codeOf(await send(body))).toEqual(changed);
    expect((await settings()).expense_kinds).toEqual(['fuel', 'parking']);
  });

  it('refuses all parts if one message differs; messages in other languages can change', async () => {
    const body = await asSeen({ drivers_set_out: false, templates: [on_the_way] });
    const other = await asSeen({ templates: [{ ...on_the_way, language: 'ar' }] });
    await change({ templates: [{ ...on_the_way, text: 'On my way' }] });
    expect(await codeOf(await send(body))).toEqual(changed);
    expect((await settings()).drivers_set_out).toBe(true);
    expect((await send(other)).status).toBe(200);
  });

  it('returns the reply of a retry, also after another change', async () => {
    const [body, command_id] = [await asSeen({ reasons: [own()], templates: [on_the_way] }), newId()];
    const first = await (await send(body, shop.admin, command_id)).text();
    await change({ reasons: built_in, templates: [{ ...on_the_way, text: 'Later' }] });
    expect(await (await send(body, shop.admin, command_id)).text()).toBe(first);
    expect((await settings()).reasons).toEqual(built_in);
  });
});
