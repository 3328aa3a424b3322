import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { addShop } from '../../tests/support/operations.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { alreadyOpen, type CliResult, listenForStopOnce, runCli } from '../../tests/support/test-cli.ts';
import { adjust } from '../../tests/support/test-handover.ts';
import { createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';
import { bookAdjustment } from '../cash/operator-bookings.ts';
import { fingerprintOf } from '../operations/commands.ts';
import { databaseOf, type Tx } from '../platform/database/database.ts';
import { ConnectionLost } from '../platform/database/driver/failures.ts';
import type { Around } from '../platform/database/driver/session.ts';
import { addRow } from '../platform/database/rows.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { verifyCash } from '../verification/verify-cash.ts';
import type { OpenDatabase } from './cli.ts';

/** Bookings and decisions of the operator take effect once, even if replies are lost. */

let app: TestApp;
/** The test's own shop, and the e-mail address of its driver. */
let shop: TestShop;
let email: string;
let ISSUE: string[];
let ADJUST: string[];

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  email = await emailOf(shop.driver);
  ISSUE = ['cash', 'issue', email, '500'];
  ADJUST = ['cash', 'adjust', email, '20', '--down', '--reason', 'lost'];
});

async function emailOf({ user_id }: TestStaff): Promise<string> {
  const user = app.owner.selectFrom('users').select('email').where('id', '=', user_id);
  return (await user.executeTakeFirstOrThrow()).email;
}

const write = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(app.owner, work);
const mandoob = (...args: string[]) => runCli(args, alreadyOpen(app.owner));
const ISSUED = 'Issued AED 500.00 from the safe to Dawood Driver. Cash on hand now: AED 500.00\n';

const idOf = ({ err }: CliResult) => /^id ([0-9a-f-]{36})$/m.exec(err)?.[1] ?? '';

async function booked(): Promise<number[]> {
  const { rows } = await app.database.owner.query(
    'select amount_fils from cash_movements where $1 in (from_user_id, to_user_id) order by recorded_at',
    [shop.driver.user_id],
  );
  expect(await verifyCash(app.owner)).toEqual([]);
  return rows.map(({ amount_fils }) => amount_fils);
}

/** Returns the outcome of each request of the test's shop; null while it is pending. */
async function requests(): Promise<(string | null)[]> {
  const { rows } = await app.database.owner.query(
    `select d.outcome from approvals a left join approval_decisions d on d.shop_id = a.shop_id and d.approval_id = a.id
     where a.shop_id = $1 order by a.requested_at`,
    [shop.shop_id],
  );
  return rows.map(({ outcome }) => outcome);
}

const inShop = () => ['--shop', String(shop.shop_id)];

/** Sends a command of the manager. */
const post = (path: string, body: object) =>
  app.send('POST', path, {
    as: shop.manager.session_id,
    body,
    headers: { 'idempotency-key': newId() },
  });

/** The manager requests 20 less for the driver. Returns the id of the request. */
async function requestOfManager(): Promise<string> {
  const adjustment = { user_id: shop.driver.user_id, amount_fils: -2_000, reason: 'lost' };
  const requested = await post('/api/desk/approvals/adjustments', adjustment);
  return (await requested.json()).approval_id;
}

describe('a command with an id', () => {
  it('cash issue prints its id first, and records it with source and movement', async () => {
    const result = await mandoob(...ISSUE);
    const id = idOf(result);
    expect(result).toMatchObject({ code: 0, err: `id ${id}\n` });
    const { rows } = await app.database.owner.query(
      `select c.command, c.body is not null as answered, i.id = m.source_id as explained
       from operator_commands c
       join cash_movements m on m.shop_id = c.shop_id and m.command_id = c.command_id
       left join cash_issues i on i.shop_id = c.shop_id and i.command_id = c.command_id
       where c.command_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ command: 'cash issue', answered: true, explained: true }]);
  });

  it.each([
    ['cash adjust', () => ADJUST],
    ['cash issue', () => ISSUE],
  ])('%s prints its id first, and records it with its request', async (command, argsOf) => {
    await app.owner
      .updateTable('shops')
      .set({ float_limit_fils: 49_999 })
      .where('id', '=', shop.shop_id)
      .execute();
    const result = await mandoob(...argsOf());
    const id = idOf(result);
    expect(result).toMatchObject({ code: 0, err: `id ${id}\n` });
    const { rows } = await app.database.owner.query(
      `select c.command, c.body::jsonb ->> 'approval_id' = a.id::text as answered, a.operator is not null as by_operator
       from operator_commands c join approvals a on a.shop_id = c.shop_id and a.command_id = c.command_id
       where c.command_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ command, answered: true, by_operator: true }]);
    expect(await mandoob(...argsOf(), '--id', id)).toEqual(result);
    expect([await requests(), await booked()]).toEqual([[null], []]);
  });

  it('an id repeated after its user was renamed and disabled returns the same reply and books nothing', async () => {
    const id = idOf(await mandoob(...ISSUE));
    await mandoob('staff', 'set', email, '--name', 'Another Name');
    await mandoob('staff', 'disable', email);
    expect(await mandoob(...ISSUE, '--id', id.toUpperCase())).toEqual({
      out: ISSUED,
      err: `id ${id}\n`,
      code: 0,
    });
    expect(await booked()).toEqual([50_000]);
  });

  it('an id repeated after its user changed shop books nothing in the new shop', async () => {
    const id = idOf(await mandoob(...ISSUE));
    await adjust(app, shop, shop.driver, -50_000);
    const second = await write((tx) => addShop(tx, { name: 'Second Shop' }));
    expect((await mandoob('staff', 'set', email, '--shop', `${second}`)).code).toBe(0);
    expect((await mandoob(...ISSUE, '--id', id)).out).toBe(ISSUED);
    expect(await booked()).toEqual([50_000, 50_000]);
  });

  it('an id of an adjustment that an older version booked prints the reply of that booking', async () => {
    const id = newId();
    const { shop_id, driver } = shop;
    const { user_id } = driver;
    const input = { user_id, amount_fils: -2_000, reason: 'lost' };
    const body = { user_id, full_name: driver.full_name, amount_fils: -2_000, new_total_fils: -2_000 };
    await write(async (tx) => {
      const command = { shop_id, command_id: id, command: 'cash adjust' };
      const fingerprint = fingerprintOf({ command: 'cash adjust', ...input });
      await addRow(tx, 'operator_commands', { ...command, fingerprint, body: JSON.stringify(body) });
      await bookAdjustment(tx, {
        id: newId(),
        shop_id,
        command_id: id,
        occurred_at: new Date(),
        ...input,
      });
    });
    expect((await mandoob(...ADJUST, '--id', id)).out).toBe(
      'Adjusted the cash of Dawood Driver by -AED 20.00. Cash on hand now: -AED 20.00\n',
    );
    expect([await requests(), await booked()]).toEqual([[], [2_000]]);
  });

  it('the id of another command is refused', async () => {
    const other_email = await emailOf(shop.driver2);
    const id = idOf(await mandoob(...ISSUE));
    for (const other of [
      ['cash', 'issue', email, '501'],
      ['cash', 'issue', other_email, '500'],
      ['cash', 'adjust', email, '500', '--up', '--reason', 'found'],
      ['approvals', 'approve', newId(), ...inShop()],
    ]) {
      const result = await mandoob(...other, '--id', id);
      expect(result).toMatchObject({ out: '', code: 1 });
      expect(result.err).toContain('This id was used for another command');
    }
    expect(await booked()).toEqual([50_000]);
  });

  it('an id sent twice concurrently books once', async () => {
    const id = newId();
    const results = await Promise.all([mandoob(...ISSUE, '--id', id), mandoob(...ISSUE, '--id', id)]);
    expect(results.map(({ out }) => out)).toEqual([ISSUED, ISSUED]);
    expect(await booked()).toEqual([50_000]);
  });

  it('an id that is not a UUID is refused, and an id stays unused after a refusal', async () => {
    expect((await mandoob(...ISSUE, '--id', '17')).err).toContain(
      'Use the id that the first attempt printed',
    );
    const id = newId();
    await mandoob('staff', 'disable', email);
    expect(await mandoob(...ISSUE, '--id', id)).toMatchObject({ out: '', code: 1 });
    await mandoob('staff', 'enable', email);
    expect((await mandoob(...ISSUE, '--id', id)).out).toBe(ISSUED);
  });
});

/** A database that loses the reply to its first commit and is unreachable from then on. */
function goingAway({ before_commit = false } = {}) {
  const state = { gone: false, opened: 0 };
  const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const around: Around = async ({ statements }, send) => {
    if (state.gone) throw refused();
    if (statements.at(-1)?.text !== 'commit') return send();
    state.gone = true;
    if (!before_commit) await send();
    throw new ConnectionLost('broken off');
  };
  const owner = databaseOf(app.database.owner, { around, away_ms_max: 50 });
  const open: OpenDatabase = async () => {
    state.opened += 1;
    if (state.gone) throw refused();
    return { owner, close: async () => undefined };
  };
  return { state, open };
}

describe('a commit whose reply is lost', () => {
  it('the booking is looked up when the database is back', async () => {
    const { state, open } = goingAway();
    const coming: OpenDatabase = async (options) => {
      // The database is unreachable for the second attempt and available again for the third.
      if (state.opened === 2) {
        state.gone = false;
        return alreadyOpen(app.owner)();
      }
      return open(options);
    };
    const result = await runCli(ISSUE, coming, { patience: { every_ms: 1, at_most_ms: 60_000 } });
    expect(result).toMatchObject({ out: ISSUED, code: 0 });
    expect(result.err).toContain('waiting to check whether this was recorded');
    expect(await booked()).toEqual([50_000]);
  });

  it('the outcome is reported as unknown, with the id to repeat, if the database stays away', async () => {
    const { open } = goingAway();
    const result = await runCli(ISSUE, open, { patience: { every_ms: 1, at_most_ms: 20 } });
    const id = idOf(result);
    expect(result).toMatchObject({ out: '', code: 3 });
    expect(result.err).toContain(`error: It is unknown whether this was recorded; repeat with --id ${id}\n`);
    expect((await mandoob(...ISSUE, '--id', id)).out).toBe(ISSUED);
    expect(await booked()).toEqual([50_000]);
  });

  it('a commit that never reached the database is made when the command is repeated', async () => {
    const { open } = goingAway({ before_commit: true });
    const result = await runCli(ADJUST, open, { patience: { every_ms: 1, at_most_ms: 20 } });
    expect(result.err).toContain('It is unknown whether this was recorded');
    expect(await requests()).toEqual([]);
    expect((await mandoob(...ADJUST, '--id', idOf(result))).out).toContain('adjustment of -AED 20.00');
    expect(await requests()).toEqual([null]);
  });

  it('an approval is looked up, and changes the cash once', async () => {
    const approval_id = await requestOfManager();
    const { open } = goingAway();
    const args = ['approvals', 'approve', approval_id, ...inShop()];
    const result = await runCli(args, open, { patience: { every_ms: 1, at_most_ms: 20 } });
    expect(result).toMatchObject({ out: '', code: 3 });
    expect(await mandoob(...args, '--id', idOf(result))).toMatchObject({
      out: `Approved ${approval_id}. It changed cash of Dawood Driver: AED 0.00 -> -AED 20.00.\n`,
      code: 0,
    });
    expect([await requests(), await booked()]).toEqual([['approved'], [2_000]]);
  });

  it('a request that was withdrawn before the commit could be repeated is not approved', async () => {
    const approval_id = await requestOfManager();
    const { state, open } = goingAway({ before_commit: true });
    const coming: OpenDatabase = async (options) => {
      if (state.opened === 1) {
        state.gone = false;
        await post('/api/desk/approvals/decide', { approval_id, outcome: 'withdrawn', reason: null });
        return alreadyOpen(app.owner)();
      }
      return open(options);
    };
    const args = ['approvals', 'approve', approval_id, ...inShop()];
    const result = await runCli(args, coming, { patience: { every_ms: 1, at_most_ms: 60_000 } });
    expect(result).toMatchObject({ out: '', code: 1 });
    expect(result.err).toContain('error: This request is already decided');
    expect([await requests(), await booked()]).toEqual([['withdrawn'], []]);
  });
});

it('a database that goes away before the booking is not awaited', async () => {
  const { state, open } = goingAway();
  const opening: OpenDatabase = async (options) => {
    const opened = await open(options);
    state.gone = true;
    return opened;
  };
  const result = await runCli(ISSUE, opening, { patience: { every_ms: 1, at_most_ms: 60_000 } });
  expect(result).toMatchObject({ out: '', code: 1 });
  expect(result.err).toContain('nothing was recorded');
  expect(state.opened).toBe(1);
});

// Must be the last test: from here on the process is stopping.
it('a command stopped while its outcome is unknown exits with code 3', async () => {
  const { state, open } = goingAway();
  listenForStopOnce();
  const stopping: OpenDatabase = async (options) => {
    if (state.gone) process.emit('SIGINT');
    return open(options);
  };
  const result = await runCli(ISSUE, stopping, { patience: { every_ms: 1, at_most_ms: 60_000 } });
  expect(result).toMatchObject({ out: '', code: 3 });
  expect(result.err).toContain(`repeat with --id ${idOf(result)}`);
});
