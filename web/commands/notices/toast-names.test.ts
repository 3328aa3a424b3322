import { expect, test } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import { deliveryCommand, deliveryReply } from '../../../tests/support/delivery-command.ts';
import { outboxEntry } from '../../../tests/support/outbox-entry.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { float } from '../cash/float.ts';
import { startHandover } from '../cash/start-handover.ts';
import { deliver } from '../delivery/deliver.ts';

const [ADMIN, MANAGER] = [newId(), newId()];

type Delivered = OutboxEntry<'confirm_delivery'>;

function deliveredName(changes: Partial<Delivered['input']>, taken_fils = 0): (string | undefined)[] {
  const command = deliveryCommand({ user_id: 'driver' });
  const entry: Delivered = outboxEntry(
    { ...command, input: { ...command.input, ...changes } },
    { about_order: { order_number: '1001', taken_fils } },
  );
  const done = deliver.messages.done(entry, deliveryReply(command.subject, { cash: null }));
  return done.flatMap(({ names, amount }) => [names, amount]);
}

test('a toast names the order of a delivery and the amount that was due on delivery', () => {
  expect(deliveredName({})).toEqual(['#1001 delivered', 'AED 145.00']);
  expect(deliveredName({ tender: 'card_machine' })).toEqual(['#1001 delivered', 'AED 145.00']);
});

test('the amount in a toast excludes cash that the driver had taken earlier', () => {
  expect(deliveredName({}, 4_500)).toEqual(['#1001 delivered', 'AED 100.00']);
});

test('a toast of an order that was already paid names no amount', () => {
  expect(deliveredName({ tender: null })).toEqual(['#1001 delivered', undefined]);
});

test('a toast of a handover names its driver', () => {
  const input = { driver_signature: { signer: 'Dawood Driver' }, receipt: { path: 'p', sha256: 's' } };
  const entry = { input } as OutboxEntry<'start_handover'>;
  const answer = { amount_fils: 5_000 } as NonNullable<OutboxEntry<'start_handover'>['answer']>;
  expect(startHandover.messages.done(entry, answer)).toMatchObject([
    { title: 'Handover Complete', names: 'Dawood Driver' },
  ]);
});

test.each([
  ['an admin', MANAGER, 'Mona Manager'],
  ['a manager, for whom the description already names the admin,', ADMIN, undefined],
] as const)('a toast of a float recorded by %s names the other person once', (_, with_user_id, names) => {
  const input = { with_user_id, manager_signature: { signer: 'Mona Manager' } };
  const entry = { input } as OutboxEntry<'record_float'>;
  const answer = {
    direction: 'issue',
    amount_fils: 30_000,
    admin_id: ADMIN,
    admin_name: 'Amal Admin',
    reference: 'FL-1',
  } as NonNullable<OutboxEntry<'record_float'>['answer']>;
  const [toast] = float.messages.done(entry, answer);
  expect(toast?.names).toBe(names);
  expect(toast?.description).toContain('Amal Admin');
});
