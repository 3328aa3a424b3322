import { expect, test } from 'vitest';
import { leavingWords, unsentWords } from './unsent-words.ts';

const delivery = { endpoint: 'confirm_delivery', state: 'queued' } as const;
const handover = { endpoint: 'start_handover', state: 'unknown' } as const;

test('says what waits, by its name', () => {
  expect(unsentWords(true, [])).toBeNull();
  expect(unsentWords(false, [])).toBe('No connection. What you see may be out of date.');
  expect(unsentWords(true, [delivery])).toBe('1 delivery is still being sent.');
  expect(unsentWords(false, [delivery, delivery])).toBe(
    'No connection. 2 deliveries are waiting to be sent.',
  );
  expect(unsentWords(true, [handover, { ...handover, endpoint: 'end_handover' }])).toBe(
    '2 handovers are still being sent.',
  );
  expect(unsentWords(true, [delivery, handover])).toBe('2 records are still being sent.');
});

test('an order of stops is nothing that anybody has to wait for', () => {
  const arrangement = { endpoint: 'arrange_stops', state: 'queued' } as const;
  expect(unsentWords(true, [arrangement])).toBeNull();
  expect(unsentWords(true, [arrangement, delivery])).toBe('1 delivery is still being sent.');
  expect(leavingWords([arrangement, { ...arrangement, state: 'refused' }])).toBeNull();
});

test('what waits for another press is not said to be on its way, and refused work speaks for itself', () => {
  expect(unsentWords(true, [{ ...handover, state: 'held' }])).toBe('1 handover is not sent yet.');
  expect(unsentWords(true, [{ ...handover, state: 'refused' }])).toBeNull();
});

test('signing out says by its name what is sent by itself later', () => {
  const deposit = { endpoint: 'record_deposit', state: 'queued' } as const;
  expect(leavingWords([delivery])).toBe(
    'One delivery has not been sent yet. It stays on this device and will be sent when you sign in here again.',
  );
  expect(leavingWords([deposit, deposit])).toBe(
    '2 deposits have not been sent yet. They stay on this device and will be sent when you sign in here again.',
  );
  expect(leavingWords([delivery, deposit])).toMatch(/^2 records have not been sent yet\./);
});

test('signing out tells apart what waits for a press, and what may be recorded', () => {
  const held = { endpoint: 'collect_cash', state: 'held' } as const;
  expect(leavingWords([held])).toBe(
    'One collection is not recorded. It stays on this device, and is not sent until you sign in here again and try again.',
  );
  expect(leavingWords([held, held])).toBe(
    '2 collections are not recorded. They stay on this device, and are not sent until you sign in here again and try again.',
  );
  expect(leavingWords([handover])).toBe(
    "We don't know yet whether one handover was recorded. It stays on this device and will be sent again when you sign in here again.",
  );
  expect(leavingWords([delivery, held])).toBe(
    'One delivery has not been sent yet. It stays on this device and will be sent when you sign in here again. ' +
      'One collection is not recorded. It stays on this device, and is not sent until you sign in here again and try again.',
  );
});

test('signing out tells what was refused, and that a filled-in form is deleted', () => {
  const refused = { endpoint: 'confirm_delivery', state: 'refused' } as const;
  expect(leavingWords([refused])).toBe(
    'One delivery was refused and not recorded. It stays on this device until you sign in here again and dismiss it.',
  );
  expect(leavingWords([], true)).toBe(
    'What you entered for a delivery that is not confirmed yet is deleted.',
  );
  expect(leavingWords([])).toBeNull();
});

test.each([
  ['delivery', 'deliveries', ['confirm_delivery']],
  ['handover', 'handovers', ['start_handover']],
  ['handover', 'handovers', ['end_handover']],
  ['collection', 'collections', ['collect_cash']],
  ['deposit', 'deposits', ['record_deposit']],
  ['record', 'records', ['confirm_delivery', 'collect_cash']],
] as const)('every sentence names a %s or %s', (one, many, endpoints) => {
  const all = (state: 'queued' | 'held' | 'unknown' | 'refused', count: number) =>
    Array.from({ length: count }, (_, at) => ({
      endpoint: endpoints[at % endpoints.length] ?? endpoints[0],
      state,
    }));
  for (const [said, states] of [
    [(entries: ReturnType<typeof all>) => unsentWords(true, entries), ['queued', 'held'] as const],
    [(entries: ReturnType<typeof all>) => unsentWords(false, entries), ['queued', 'held'] as const],
    [leavingWords, ['queued', 'held', 'unknown', 'refused'] as const],
  ] as const) {
    for (const state of states) {
      expect(said(all(state, 3))).toContain(`3 ${many} `);
      if (endpoints.length === 1) expect(said(all(state, 1))).toMatch(new RegExp(`(1|[Oo]ne) ${one} `));
    }
  }
});
