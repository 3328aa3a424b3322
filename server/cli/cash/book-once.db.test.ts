import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import { addShop } from '../../../tests/support/operations.ts';
import { alreadyOpen, type CliResult, listenForStopOnce, runCli } from '../../../tests/support/test-cli.ts';
import { createTestIdentity, type TestIdentity } from '../../../tests/support/test-identity.ts';
import { databaseOf } from '../../platform/database/database.ts';
import { ConnectionLost } from '../../platform/database/driver/failures.ts';
import type { Around } from '../../platform/database/driver/session.ts';
import { verifyCash } from '../../verification/verify-cash.ts';
import type { OpenDatabase } from '../cli.ts';

/** Bookings of the operator are made once, even if replies are lost. */

let identity: TestIdentity;
/** The test's driver, in the test's own shop. */
let email: string;
let user_id: string;
let shop_id: number;
let ISSUE: string[];
let ADJUST: string[];

beforeAll(async () => {
  identity = await createTestIdentity();
});
afterAll(() => identity.close());
beforeEach(async () => {
  email = `${newId()}@example.com`;
  shop_id = await identity.write((tx) => addShop(tx, { name: 'Test Shop' }));
  ({ user_id } = await identity.addStaff({ shop_id, email, full_name: 'Omar Aziz' }));
  ISSUE = ['cash', 'issue', email, '500'];
  ADJUST = ['cash', 'adjust', email, '20', '--down', '--reason', 'lost'];
});

const mandoob = (...args: string[]) => runCli(args, alreadyOpen(identity.owner));
const ISSUED = 'Issued AED 500.00 from the safe to Omar Aziz. Cash on hand now: AED 500.00\n';

const idOf = ({ err }: CliResult) => /^id ([0-9a-f-]{36})$/m.exec(err)?.[1] ?? '';

async function booked(): Promise<number[]> {
  const { rows } = await identity.database.owner.query(
    'select amount_fils from cash_movements where $1 in (from_user_id, to_user_id) order by recorded_at',
    [user_id],
  );
  expect(await verifyCash(identity.owner)).toEqual([]);
  return rows.map(({ amount_fils }) => amount_fils);
}

describe('the id of a booking', () => {
  it.each([
    ['cash issue', () => ISSUE],
    ['cash adjust', () => ADJUST],
  ])('%s prints its id first, and records it with source and movement', async (command, argsOf) => {
    const result = await mandoob(...argsOf());
    const id = idOf(result);
    expect(result).toMatchObject({ code: 0, err: `id ${id}\n` });
    const { rows } = await identity.database.owner.query(
      `select c.command, c.body is not null as answered, coalesce(i.id, a.id) = m.source_id as explained
       from operator_commands c
       join cash_movements m on m.shop_id = c.shop_id and m.command_id = c.command_id
       left join cash_issues i on i.shop_id = c.shop_id and i.command_id = c.command_id
       left join cash_adjustments a on a.shop_id = c.shop_id and a.command_id = c.command_id
       where c.command_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ command, answered: true, explained: true }]);
  });

  it('an id repeated after its user was renamed and disabled returns the same reply and books nothing', async () => {
    const id = idOf(await mandoob(...ISSUE));
    await mandoob(...ADJUST);
    await mandoob('staff', 'set', email, '--name', 'Another Name');
    await mandoob('staff', 'disable', email);
    expect(await mandoob(...ISSUE, '--id', id.toUpperCase())).toEqual({
      out: ISSUED,
      err: `id ${id}\n`,
      code: 0,
    });
    expect(await booked()).toEqual([50_000, 2_000]);
  });

  it('an id repeated after its user changed shop books nothing in the new shop', async () => {
    const id = idOf(await mandoob(...ISSUE));
    await mandoob('cash', 'adjust', email, '500', '--down', '--reason', 'handed back');
    const second = await identity.write((tx) => addShop(tx, { name: 'Second Shop' }));
    expect((await mandoob('staff', 'set', email, '--shop', `${second}`)).code).toBe(0);
    expect((await mandoob(...ISSUE, '--id', id)).out).toBe(ISSUED);
    expect(await booked()).toEqual([50_000, 50_000]);
  });

  it('the id of another booking is refused', async () => {
    const other_email = `${newId()}@example.com`;
    await identity.addStaff({ shop_id, email: other_email });
    const id = idOf(await mandoob(...ISSUE));
    for (const other of [
      ['cash', 'issue', email, '501'],
      ['cash', 'issue', other_email, '500'],
      ['cash', 'adjust', email, '500', '--up', '--reason', 'found'],
    ]) {
      const result = await mandoob(...other, '--id', id);
      expect(result).toMatchObject({ out: '', code: 1 });
      expect(result.err).toContain('This id was used for another booking');
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
  const owner = databaseOf(identity.database.owner, { around, away_ms_max: 50 });
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
        return alreadyOpen(identity.owner)();
      }
      return open(options);
    };
    const result = await runCli(ISSUE, coming, { patience: { every_ms: 1, at_most_ms: 60_000 } });
    expect(result).toMatchObject({ out: ISSUED, code: 0 });
    expect(result.err).toContain('waiting to check whether this was booked');
    expect(await booked()).toEqual([50_000]);
  });

  it('the outcome is reported as unknown, with the id to repeat, if the database stays away', async () => {
    const { open } = goingAway();
    const result = await runCli(ISSUE, open, { patience: { every_ms: 1, at_most_ms: 20 } });
    const id = idOf(result);
    expect(result).toMatchObject({ out: '', code: 3 });
    expect(result.err).toContain(`error: It is unknown whether this was booked; repeat with --id ${id}\n`);
    expect((await mandoob(...ISSUE, '--id', id)).out).toBe(ISSUED);
    expect(await booked()).toEqual([50_000]);
  });

  it('a commit that never reached the database is made when the command is repeated', async () => {
    const { open } = goingAway({ before_commit: true });
    const result = await runCli(ADJUST, open, { patience: { every_ms: 1, at_most_ms: 20 } });
    expect(result.err).toContain('It is unknown whether this was booked');
    expect((await mandoob(...ADJUST, '--id', idOf(result))).out).toContain('by -AED 20.00');
    expect(await booked()).toEqual([2_000]);
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
  expect(result.err).toContain('nothing was booked');
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
