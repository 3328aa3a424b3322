import { describe, expect, it } from 'vitest';
import { ATTEMPT_REASONS } from '../../../contract/rules/orders/attempt-reasons.ts';
import { ATTEMPT_REASONS_MAX } from '../../../contract/rules/orders/attempts.ts';
import { moved, reasonText, renamed, trimmed, withAdded, withoutText } from './reason-drafts.ts';

const [NOBODY_HOME, REFUSED, NO_MONEY] = ATTEMPT_REASONS;
if (!NOBODY_HOME || !REFUSED || !NO_MONEY) throw new Error('no built-in reasons');
const NOW_MS = 1_790_000_000_000;
const keysOf = (reasons: readonly { key: string }[]) => reasons.map(({ key }) => key);

describe('the text of a reason', () => {
  it('is the built-in one until the shop changes it, and again once it is the same', () => {
    expect(reasonText(NOBODY_HOME)).toBe('Nobody home');
    const own = renamed(NOBODY_HOME, 'Nobody home ');
    expect([own.label, reasonText(own)]).toEqual(['Nobody home ', 'Nobody home ']);
    expect(trimmed([own])).toEqual([NOBODY_HOME]);
    expect(trimmed([renamed(NOBODY_HOME, ' Closed ')])[0]?.label).toBe('Closed');
  });

  it('is required', () => {
    expect(withoutText(ATTEMPT_REASONS)).toBeNull();
    expect(withoutText([NOBODY_HOME, renamed(REFUSED, '  ')])).toBe(REFUSED.key);
    expect(withoutText(withAdded(ATTEMPT_REASONS, NOW_MS))).toBe('own_1790000000');
  });
});

describe('the list of reasons', () => {
  it('moves a reason by one place, not beyond its ends', () => {
    const three = [NOBODY_HOME, REFUSED, NO_MONEY];
    expect(moved(three, REFUSED.key, -1)).toEqual([REFUSED, NOBODY_HOME, NO_MONEY]);
    expect(moved(three, REFUSED.key, 1)).toEqual([NOBODY_HOME, NO_MONEY, REFUSED]);
    expect(moved(three, NO_MONEY.key, 1)).toEqual(three);
    expect(moved(three, NOBODY_HOME.key, -1)).toEqual(three);
  });

  it('adds reasons with new keys, up to its limit', () => {
    const two = withAdded(withAdded([NOBODY_HOME], NOW_MS), NOW_MS);
    expect(keysOf(two)).toEqual(['nobody_home', 'own_1790000000', 'own_1790000001']);
    let full: ReturnType<typeof withAdded> = ATTEMPT_REASONS;
    for (let at = 0; at < ATTEMPT_REASONS_MAX; at += 1) full = withAdded(full, NOW_MS);
    expect(new Set(keysOf(full)).size).toBe(ATTEMPT_REASONS_MAX);
    expect(withAdded(full, NOW_MS)).toBe(full);
  });
});
