import { expect, test } from 'vitest';
import { machineRandom } from '../../platform/machine.ts';
import { DEVICE_TOKEN_LENGTH_MAX, deviceSubject, knownDevices, passwordGeneration } from './known-devices.ts';

const OLD = 'the old secret, which is long enough';
const NEW = 'the new secret, which is long enough';
const user = (n: number) => ({
  user_id: `01940000-0000-7000-8000-00000000000${n}`,
  generation: passwordGeneration(`hash ${n}`),
});

test('only the server can read the users from a device token, also with a newer first secret', () => {
  const token = knownDevices([OLD], machineRandom).issue(null, user(1));
  expect(knownDevices([NEW, OLD], machineRandom).read(token)).toEqual({
    device_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    users: [user(1)],
  });
  expect(knownDevices([NEW], machineRandom).read(token)).toBeNull();
  const readable = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('latin1');
  expect(readable).not.toContain(user(1).user_id);
});

test('a shared device keeps one id and the last six users, each once', () => {
  const devices = knownDevices([OLD], machineRandom);
  let device = devices.read(devices.issue(null, user(1)));
  for (const n of [2, 3, 4, 5, 6, 2, 7]) device = devices.read(devices.issue(device, user(n)));
  expect(device?.users).toEqual([7, 2, 6, 5, 4, 3].map(user));
  expect(device?.device_id).toBe(devices.read(devices.issue(device, user(1)))?.device_id);
  const longest = devices.issue(device, user(1));
  expect(longest.length).toBeLessThan(DEVICE_TOKEN_LENGTH_MAX);
});

test.each([
  ['undefined', undefined],
  ['a number', 7],
  ['another text', 'nonsense'],
  ['an empty text', ''],
  ['a very long text', 'v1.'.padEnd(DEVICE_TOKEN_LENGTH_MAX + 1, 'A')],
  ['a changed token', knownDevices([OLD], machineRandom).issue(null, user(1)).replace(/.$/, '')],
])('%s is not accepted as a device token', (_what, token) => {
  expect(knownDevices([OLD], machineRandom).read(token)).toBeNull();
});

test('failures are counted per user and device', () => {
  const [one, other] = [
    { device_id: 'one', users: [] },
    { device_id: 'other', users: [] },
  ];
  const subjects = [deviceSubject(one, 'a'), deviceSubject(one, 'b'), deviceSubject(other, 'a')];
  expect(new Set(subjects).size).toBe(3);
});
