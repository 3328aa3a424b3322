import { afterEach, beforeEach, expect, it } from 'vitest';
import { alreadyOpen, runCli } from '../../../tests/support/test-cli.ts';
import { createTestIdentity, type TestIdentity } from '../../../tests/support/test-identity.ts';
import { databaseOf } from '../../platform/database/database.ts';
import { ConnectionLost } from '../../platform/database/driver/failures.ts';
import type { Around } from '../../platform/database/driver/session.ts';

/** Commands without an id are done once, even if the reply to their commit is lost. */

let identity: TestIdentity;

beforeEach(async () => {
  identity = await createTestIdentity();
  await identity.addStaff({ email: 'd@example.com', full_name: 'Omar Aziz' });
});
afterEach(() => identity.close());

/** Runs a command on a connection that breaks at its first commit, after or before it is sent. */
function breakingOff(args: string[], { is_done }: { is_done: boolean }) {
  const state = { broken: false };
  const around: Around = async ({ statements }, send) => {
    if (state.broken || statements.at(-1)?.text !== 'commit') return send();
    state.broken = true;
    if (is_done) await send();
    throw new ConnectionLost('broken off');
  };
  return runCli(args, alreadyOpen(databaseOf(identity.database.owner, { around })));
}

async function audited(): Promise<{ what: string }[]> {
  return identity.owner.selectFrom('audit_events').select('what').orderBy('recorded_at').execute();
}

const COMMANDS = [
  ['shop add', 'add_shop', ['shop', 'add', 'Second Shop']],
  [
    'staff add',
    'add_staff',
    ['staff', 'add', 'e@example.com', '--shop', '1', '--name', 'E', '--role', 'Driver'],
  ],
  ['staff password', 'set_password', ['staff', 'password', 'd@example.com']],
  ['machine add', 'add_card_machine', ['machine', 'add', 'POS-1']],
] as const;

it.each(COMMANDS)(
  '%s whose reply is lost is executed once and reported as unknown',
  async (_name, what, args) => {
    const before = await audited();
    expect(await breakingOff([...args], { is_done: true })).toEqual({
      out: '',
      err: 'error: It is unknown whether this was done: check before you repeat it\n',
      code: 3,
    });
    expect(await audited()).toEqual([...before, { what }]);
  },
);

it.each(COMMANDS)(
  '%s whose commit never reaches the database changes nothing',
  async (_name, _what, args) => {
    const before = await audited();
    expect(await breakingOff([...args], { is_done: false })).toMatchObject({ out: '', code: 3 });
    expect(await audited()).toEqual(before);
  },
);

it('a command that only reads is retried', async () => {
  expect(await breakingOff(['shop', 'list'], { is_done: true })).toMatchObject({ err: '', code: 0 });
});
