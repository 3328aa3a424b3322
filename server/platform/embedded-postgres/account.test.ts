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
  ['is mandoob if that exists', PASSWD, undefined, 'mandoob', 999],
  ['is postgres without mandoob', without('mandoob'), undefined, 'postgres', 104],
  ['is nobody without mandoob and postgres', without('mandoob', 'postgres'), undefined, 'nobody', 65534],
  ['is the owner of an existing cluster', PASSWD, { uid: 104, gid: 110 }, 'postgres', 104],
  ['is the owner of an existing cluster, even without a name', PASSWD, { uid: 7, gid: 7 }, 'user 7', 7],
])('the account of a database that root starts %s', (_, passwd, owner, name, uid) => {
  expect(chosenAccount(passwd, owner)).toMatchObject({ name, uid });
});

test('a system without these accounts gets an error that states what to do', () => {
  expect(() => chosenAccount('root:x:0:0:root:/root:/bin/bash')).toThrow(
    'none of the accounts mandoob, postgres, nobody. Start the server as an ordinary user',
  );
});
