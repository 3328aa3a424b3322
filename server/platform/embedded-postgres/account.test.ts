import { expect, test } from 'vitest';
import { chosenAccount } from './account.ts';

const PASSWD = `root:x:0:0:root:/root:/bin/bash
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
postgres:x:104:110:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash
mandoob:x:999:998::/var/lib/mandoob:/usr/sbin/nologin
`;
const without = (...names: string[]) =>
  PASSWD.split('\n')
    .filter((line) => !names.some((name) => line.startsWith(`${name}:`)))
    .join('\n');

test.each([
  ['is one of its own where there is one', PASSWD, undefined, 'mandoob', 999],
  ['is else postgres', without('mandoob'), undefined, 'postgres', 104],
  ['is else nobody', without('mandoob', 'postgres'), undefined, 'nobody', 65534],
  ['stays whoever owns the cluster', PASSWD, { uid: 104, gid: 110 }, 'postgres', 104],
  ['stays whoever owns the cluster, without a name too', PASSWD, { uid: 7, gid: 7 }, 'user 7', 7],
])('below root, the account of the database %s', (_, passwd, owner, name, uid) => {
  expect(chosenAccount(passwd, owner)).toMatchObject({ name, uid });
});

test('without any of them it is said what to do', () => {
  expect(() => chosenAccount('root:x:0:0:root:/root:/bin/bash')).toThrow(
    'none of the accounts mandoob, postgres, nobody. Start the server as an ordinary user',
  );
});
