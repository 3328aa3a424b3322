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

/** What an operator books is booked once, whatever becomes of the answer. */

let identity: TestIdentity;
/** The driver of the test, in a shop of the test. */
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

describe('an id', () => {
  it.each([
    ['cash issue', () => ISSUE],
    ['cash adjust', () => ADJUST],
  ])('is printed first by %s, and recorded with source and movement', async (command, argsOf) => {
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

  it('that is repeated gets the same answer and books nothing, whatever became of the person', async () => {
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

  it('that is repeated after the person changed shop is not booked in the other one', async () => {
    const id = idOf(await mandoob(...ISSUE));
    await mandoob('cash', 'adjust', email, '500', '--down', '--reason', 'handed back');
    const second = await identity.write((tx) => addShop(tx, { name: 'Second Shop' }));
    expect((await mandoob('staff', 'set', email, '--shop', `${second}`)).code).toBe(0);
    expect((await mandoob(...ISSUE, '--id', id)).out).toBe(ISSUED);
    expect(await booked()).toEqual([50_000, 50_000]);
  });

  it('that was used for something else is refused', async () => {
    const other_email = `${newId()}@example.com`;
    await identity.addStaff({ shop_id, email: other_email });
    const id = idOf(await mandoob(...ISSUE));
    for (const other of [
      ['cash', 'issue', email, '501'],
      ['cash', 'issue', other_email, '500'],
      ['cash', 'adjust', email, '500', '--up', '--reason', 'found'],
    ]) {
      const answer = await mandoob(...other, '--id', id);
      expect(answer).toMatchObject({ out: '', code: 1 });
      expect(answer.err).toContain('This id was used for something else');
    }
    expect(await booked()).toEqual([50_000]);
  });

  it('that is sent twice at once books once', async () => {
    const id = newId();
    const answers = await Promise.all([mandoob(...ISSUE, '--id', id), mandoob(...ISSUE, '--id', id)]);
    expect(answers.map(({ out }) => out)).toEqual([ISSUED, ISSUED]);
    expect(await booked()).toEqual([50_000]);
  });

  it('that is no UUID is refused, and a refusal leaves the id unused', async () => {
    expect((await mandoob(...ISSUE, '--id', '17')).err).toContain('An id is what an earlier booking printed');
    const id = newId();
    await mandoob('staff', 'disable', email);
    expect(await mandoob(...ISSUE, '--id', id)).toMatchObject({ out: '', code: 1 });
    await mandoob('staff', 'enable', email);
    expect((await mandoob(...ISSUE, '--id', id)).out).toBe(ISSUED);
  });
});

/** A database whose first commit is done without its answer; from then on nobody reaches it until it comes back. */
function goingAway({ before_commit = false } = {}) {
  const state = { gone: false, asked: 0 };
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
    state.asked += 1;
    if (state.gone) throw refused();
    return { owner, close: async () => undefined };
  };
  return { state, open };
}

describe('a commit whose answer is lost', () => {
  it('is looked up once the database is back', async () => {
    const { state, open } = goingAway();
    const coming: OpenDatabase = async (options) => {
      // Gone when the command asks the second time, back the third time.
      if (state.asked === 2) {
        state.gone = false;
        return alreadyOpen(identity.owner)();
      }
      return open(options);
    };
    const result = await runCli(ISSUE, coming, { patience: { every_ms: 1, at_most_ms: 60_000 } });
    expect(result).toMatchObject({ out: ISSUED, code: 0 });
    expect(result.err).toContain('waiting to look whether this was booked');
    expect(await booked()).toEqual([50_000]);
  });

  it('is said to be unknown when the database stays away, with the id that settles it', async () => {
    const { open } = goingAway();
    const result = await runCli(ISSUE, open, { patience: { every_ms: 1, at_most_ms: 20 } });
    const id = idOf(result);
    expect(result).toMatchObject({ out: '', code: 3 });
    expect(result.err).toContain(`error: not known whether this was booked; repeat with --id ${id}\n`);
    expect((await mandoob(...ISSUE, '--id', id)).out).toBe(ISSUED);
    expect(await booked()).toEqual([50_000]);
  });

  it('that never reached the database is booked when it is repeated', async () => {
    const { open } = goingAway({ before_commit: true });
    const result = await runCli(ADJUST, open, { patience: { every_ms: 1, at_most_ms: 20 } });
    expect(result.err).toContain('not known whether this was booked');
    expect((await mandoob(...ADJUST, '--id', idOf(result))).out).toContain('by -AED 20.00');
    expect(await booked()).toEqual([2_000]);
  });
});

it('a database that goes away before anything was booked is not waited for', async () => {
  const { state, open } = goingAway();
  const opening: OpenDatabase = async (options) => {
    const opened = await open(options);
    state.gone = true;
    return opened;
  };
  const result = await runCli(ISSUE, opening, { patience: { every_ms: 1, at_most_ms: 60_000 } });
  expect(result).toMatchObject({ out: '', code: 1 });
  expect(result.err).toContain('nothing was booked');
  expect(state.asked).toBe(1);
});

// The last of this file: from here on every command is being stopped.
it('that is stopped while its outcome is unknown ends with the code that says so, not as one that did nothing', async () => {
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
