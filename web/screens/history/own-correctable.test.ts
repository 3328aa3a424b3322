import { expect, test } from 'vitest';
import { deliveryCommand } from '../../../tests/support/delivery-command.ts';
import { outboxEntry } from '../../../tests/support/outbox-entry.ts';
import { unsentCorrectable } from './own-correctable.ts';

test('the time of an unsent delivery is that of the server’s clock', () => {
  const entry = outboxEntry(deliveryCommand({ user_id: 'driver' }), { clock_offset_ms: 90_000 });
  expect(unsentCorrectable(entry).delivered_at).toBe('2026-11-20T10:01:30.000Z');
});
