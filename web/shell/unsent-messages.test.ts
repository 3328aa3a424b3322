import { expect, test } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { deliveryCommand } from '../../tests/support/delivery-command.ts';
import { signOutText } from './sign-out-text.ts';
import { offlineText, unsentText } from './unsent-messages.ts';

const { input } = deliveryCommand({ user_id: newId() });
const delivery = { endpoint: 'confirm_delivery', state: 'queued', input } as const;
const card_delivery = { ...delivery, input: { ...input, tender: 'card_machine' } } as const;
const handover = { endpoint: 'start_handover', state: 'unknown', input } as const;

test('online, the line counts the entries being sent and their cash', () => {
  expect(unsentText([])).toBeNull();
  expect(unsentText([card_delivery])).toBe('1 delivery is still being sent.');
  expect(unsentText([delivery])).toBe('1 delivery is still being sent. AED\u00a0145.00 waiting to be sent.');
  const handovers = [handover, { ...handover, endpoint: 'end_handover' } as const];
  expect(unsentText(handovers)).toBe('2 handovers are still being sent.');
  expect(unsentText([card_delivery, handover])).toBe('2 entries are still being sent.');
});

test('offline, the line shows saved work and the age of the figures', () => {
  const saved = 'Saved on this device. It will be sent when the connection is back.';
  expect(offlineText([], null)).toEqual(['No connection. Figures may be out of date.']);
  expect(offlineText([], '14:05')).toEqual(['No connection. Figures as of 14:05.']);
  expect(offlineText([delivery, delivery], '14:05')).toEqual([
    saved,
    'No connection. Figures as of 14:05. AED\u00a0290.00 waiting to be sent.',
  ]);
  expect(offlineText([{ ...handover, state: 'held' }], '14:05')).toEqual([
    'No connection. Figures as of 14:05. 1 handover is not sent yet.',
  ]);
});

test('an unsent order of stops is not mentioned', () => {
  const arrangement = { endpoint: 'arrange_stops', state: 'queued', input } as const;
  expect(unsentText([arrangement])).toBeNull();
  expect(offlineText([arrangement], '14:05')).toHaveLength(1);
  expect(unsentText([arrangement, card_delivery])).toBe('1 delivery is still being sent.');
  expect(signOutText([arrangement, { ...arrangement, state: 'refused' }])).toBeNull();
});

test('held work is not called being sent, and rejected work is mentioned last', () => {
  expect(unsentText([{ ...handover, state: 'held' }])).toBe('1 handover is not sent yet.');
  expect(unsentText([{ ...handover, state: 'refused' }])).toBe('1 entry was not recorded.');
  expect(unsentText([{ ...handover, state: 'refused' }, card_delivery])).toBe(
    '1 delivery is still being sent.',
  );
});

test('signing out names the kind of work that is sent automatically later', () => {
  const deposit = { endpoint: 'record_deposit', state: 'queued' } as const;
  expect(signOutText([delivery])).toBe(
    'One delivery has not been sent yet. It stays on this device and will be sent when you sign in here again.',
  );
  expect(signOutText([deposit, deposit])).toBe(
    '2 deposits have not been sent yet. They stay on this device and will be sent when you sign in here again.',
  );
  expect(signOutText([delivery, deposit])).toMatch(/^2 entries have not been sent yet\./);
});

test('signing out distinguishes held work from work that may be recorded', () => {
  const held = { endpoint: 'collect_cash', state: 'held' } as const;
  expect(signOutText([held])).toBe(
    'One collection is not recorded. It stays on this device, and is not sent until you sign in here again and try again.',
  );
  expect(signOutText([held, held])).toBe(
    '2 collections are not recorded. They stay on this device, and are not sent until you sign in here again and try again.',
  );
  expect(signOutText([handover])).toBe(
    "We don't know yet whether one handover was recorded. It stays on this device and will be sent again when you sign in here again.",
  );
  expect(signOutText([delivery, held])).toBe(
    'One delivery has not been sent yet. It stays on this device and will be sent when you sign in here again. ' +
      'One collection is not recorded. It stays on this device, and is not sent until you sign in here again and try again.',
  );
});

test('signing out mentions rejected work and the deletion of a filled-in form', () => {
  const refused = { endpoint: 'confirm_delivery', state: 'refused' } as const;
  expect(signOutText([refused])).toBe(
    'One delivery was refused and not recorded. It stays on this device until you sign in here again and dismiss it.',
  );
  expect(signOutText([], true)).toBe('The details you entered for an unconfirmed delivery will be deleted.');
  expect(signOutText([])).toBeNull();
});

test('signing out counts a command of a later build as an entry', () => {
  const endpoint = 'command_of_a_later_build' as 'confirm_delivery';
  expect(signOutText([{ endpoint, state: 'queued' }])).toMatch(/^One entry has not been sent yet/);
});

test.each([
  ['delivery', 'deliveries', ['confirm_delivery']],
  ['delivery', 'deliveries', ['deliver_as_taken', 'confirm_delivery']],
  ['attempt', 'attempts', ['record_attempt']],
  ['handover', 'handovers', ['start_handover']],
  ['handover', 'handovers', ['end_handover']],
  ['collection', 'collections', ['collect_cash']],
  ['deposit', 'deposits', ['record_deposit']],
  ['entry', 'entries', ['undo_attempt', 'set_out']],
  ['entry', 'entries', ['confirm_delivery', 'record_attempt']],
  ['entry', 'entries', ['confirm_delivery', 'collect_cash']],
] as const)('every sentence uses the kind %s or %s', (one, many, endpoints) => {
  const all = (state: 'queued' | 'held' | 'unknown' | 'refused', count: number) =>
    Array.from({ length: count }, (_, at) => ({
      endpoint: endpoints[at % endpoints.length] ?? endpoints[0],
      state,
      input: card_delivery.input,
    }));
  for (const [textOf, states] of [
    [unsentText, ['queued', 'held'] as const],
    [signOutText, ['queued', 'held', 'unknown', 'refused'] as const],
  ] as const) {
    for (const state of states) {
      // An attempt is sent automatically, and never held on this screen.
      if (state === 'held' && one === 'attempt' && textOf === unsentText) continue;
      expect(textOf(all(state, 3))).toContain(`3 ${many} `);
      if (endpoints.length === 1) expect(textOf(all(state, 1))).toMatch(new RegExp(`(1|[Oo]ne) ${one} `));
    }
  }
});
