import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { issue, prepareDeposit, prepareEnd, sendCommand } from '../../tests/support/test-handover.ts';
import { createTestShop } from '../../tests/support/test-shop.ts';
import { depositSource } from '../deposits/verify-deposits.ts';
import { handoverSource } from '../handovers/verify-handovers.ts';
import { runTransaction } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());

it('the limit of seven days is independent of daylight saving in the database’s time zone', async () => {
  const shop = await createTestShop(app.owner);
  await issue(app, shop, shop.manager, 10_000);
  const responses = [
    await sendCommand(app, 'end', shop.admin, await prepareEnd(app, shop, { amount_fils: 0 })),
    await sendCommand(app, 'deposit', shop.manager, await prepareDeposit(app, shop, { amount_fils: 900 })),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  const texts = await runTransaction(app.owner, async (tx) => {
    // Berlin's week of 29 March 2026 has 167 hours.
    await sql`set local time zone 'Europe/Berlin'`.execute(tx);
    await sql`update cash_handovers set completed_at = '2026-03-26T10:00:00Z', recorded_at = '2026-04-02T10:00:00Z'`.execute(
      tx,
    );
    await sql`update bank_deposits set occurred_at = '2026-03-26T10:00:00Z', created_at = '2026-04-02T10:00:00Z',
      deposit_date = '2026-03-26'`.execute(tx);
    const checks = [handoverSource, depositSource].flatMap((source) => source.checks ?? []);
    expect(checks).toHaveLength(2);
    const found = [];
    for (const check of checks) found.push(...(await check.execute(tx)).rows);
    return found.map(({ text }) => text);
  });
  expect(texts).toEqual([]);
});
