import { describe, expect, it } from 'vitest';
import { type Change, perform } from './operation.ts';

const given = { command_id: null, now: new Date(), stage: () => undefined };
const change: Change = {
  what: 'move_order',
  subject_id: null,
  before: null,
  after: null,
  touched: [{ topic: 'shop', audience: 'desk' }],
};

describe('an operation', () => {
  it('returns its reported change, or null when it changed nothing', async () => {
    const changing = perform(given, async ({ changed }) => {
      changed(change);
      return 1;
    });
    expect(await changing).toEqual({ answer: 1, change });
    const idle = perform(given, async ({ unchanged }) => {
      unchanged();
      return 2;
    });
    expect(await idle).toEqual({ answer: 2, change: null });
  });

  it('fails when it reports nothing, or reports twice', async () => {
    await expect(perform(given, async () => 1)).rejects.toThrow('reported neither');
    const twice = perform(given, async ({ changed }) => {
      changed(change);
      changed(change);
    });
    await expect(twice).rejects.toThrow('more than once');
  });
});
