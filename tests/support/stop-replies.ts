import { expect } from 'vitest';
import { ENDPOINTS } from '../../contract/operations/endpoints.ts';
import { newId } from '../../contract/rules/ids.ts';
import { defaultTemplateText } from '../../contract/rules/messages-to-customers.ts';
import { ATTEMPT_REASONS } from '../../contract/rules/orders/attempt-reasons.ts';
import { attemptInput } from './attempt-input.ts';
import { loadingInput, sendStopCommand, setOutInput } from './stop-commands.ts';
import type { TestApp } from './test-app.ts';
import { addOrder, type TestShop } from './test-shop.ts';

/**
 * Stores the replies about stops and settings of deliveries that a filled book lacks: with skipped stops, and
 * of commands that change nothing.
 */
export async function storeStopReplies(app: TestApp, shop: TestShop): Promise<void> {
  const { driver, driver2 } = shop;
  const add = (status: 'packed' | 'dispatched' | 'dispatching', by = driver) =>
    addOrder(app.owner, shop, by, { status, due_amount_fils: 6_700 });
  const [attempted, packed, of_other] = [
    await add('dispatching'),
    await add('packed'),
    await add('dispatched', driver2),
  ];
  await sendStopCommand(app, 'record_attempt', driver, attemptInput(attempted));
  const some = await sendStopCommand(
    app,
    'set_out',
    driver,
    setOutInput([attempted, packed, of_other, await add('dispatched')]),
  );
  expect((await some.json()).skipped.map(({ because }: { because: string }) => because)).toEqual([
    'attempted',
    'not_dispatched',
    'not_found',
  ]);
  const none = await sendStopCommand(app, 'set_out', driver, setOutInput([packed]));
  expect(await none.json()).toMatchObject({ set_out: [] });
  const load = loadingInput([{ order_id: of_other.id, missing: [] }]);
  const unchecked = await sendStopCommand(app, 'check_loading', driver, load);
  expect(await unchecked.json()).toMatchObject({ checked: [] });
  await changeSettings(app, shop);
}

/** Changes the settings of deliveries, and repeats the change under another id. */
async function changeSettings(app: TestApp, { admin }: TestShop): Promise<void> {
  const needs = { needs_photo: true, needs_note: false, needs_time: true };
  const reasons = [
    { key: 'other', label: null, ...needs },
    { key: 'own_1', label: 'Gate "closed"', ...needs },
  ];
  const template = { kind: 'on_the_way', language: 'ar', text: 'طلبك في الطريق', is_reviewed: true } as const;
  const { kind, language, text } = template;
  const seen = [
    { seen_reasons: ATTEMPT_REASONS, seen_text: defaultTemplateText(kind, language) },
    { seen_reasons: reasons, seen_text: text },
  ];
  for (const { seen_reasons, seen_text } of seen) {
    const { path } = ENDPOINTS.change_delivery_settings;
    const templates = [{ ...template, seen_text }];
    const body = { records_position: true, reasons, seen_reasons, templates };
    const headers = { 'idempotency-key': newId() };
    const response = await app.send('POST', path, { as: admin.session_id, body, headers });
    expect(response.status).toBe(200);
  }
}
