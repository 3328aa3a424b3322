import { expect, test, vi } from 'vitest';

test('the texts of a command about cash exist once they are loaded, those of a delivery from the start', async () => {
  vi.resetModules();
  const { messagesOf } = await import('./commands.ts');
  const { loadCashCommands } = await import('./use-messages.ts');
  expect(messagesOf('confirm_delivery')).toBeDefined();
  expect(messagesOf('record_deposit')).toBeUndefined();
  await loadCashCommands();
  expect(messagesOf('record_deposit')).toBeDefined();
  expect(messagesOf('record_drop')).toBeDefined();
});
