import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BODY_LIMITS, type BodyLimits, type BodyShare, bodyBudget } from './body-budget.ts';

const LIMITS: BodyLimits = {
  bodies_max: 3,
  bytes_max: 100,
  pace_ms: 1_000,
  pace_bytes: 10,
  whole_ms: 5_000,
  past_it: 'refuse',
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const of = (holder: string, with_files = false) => ({ holder, with_files });

/** The code of the Problem that ended it; `coming` when nothing did. */
function endOf(share: BodyShare): Promise<string> {
  return share.unlessEnded(async () => 'coming').catch(({ code }: { code: string }) => code);
}

describe('a budget that refuses the newcomer', () => {
  it('admits the given number at once, and one more when one has ended', () => {
    const budget = bodyBudget(LIMITS);
    const [first] = ['a', 'b', 'c'].map((holder) => budget.enter(of(holder)));
    expect(() => budget.enter(of('d'))).toThrow('unavailable');
    first?.release();
    first?.release();
    budget.enter(of('d'));
    expect(() => budget.enter(of('e'))).toThrow('unavailable');
  });

  it('counts bytes as they come, and ends the body for which there is no room', async () => {
    const budget = bodyBudget(LIMITS);
    const [large, small] = [budget.enter(of('a')), budget.enter(of('b'))];
    large.grow(90);
    small.grow(10);
    expect(() => budget.enter(of('c'))).toThrow('unavailable');
    small.grow(1);
    expect([await endOf(large), await endOf(small)]).toEqual(['coming', 'unavailable']);
    const next = budget.enter(of('c'));
    next.grow(10);
    large.release();
    next.grow(90);
    expect(await endOf(next)).toBe('coming');
  });

  it('gives one holder no more than its part', () => {
    const budget = bodyBudget({ ...LIMITS, per_holder: { bodies_max: 1, bytes_max: 100 } });
    const share = budget.enter(of('a'));
    expect(() => budget.enter(of('a'))).toThrow('unavailable');
    budget.enter(of('b'));
    share.release();
    budget.enter(of('a'));
  });

  it('gives one holder no more bytes than its part, and goes on with what fits', async () => {
    const budget = bodyBudget({ ...LIMITS, per_holder: { bodies_max: 3, bytes_max: 50 } });
    const [first, second, other] = [budget.enter(of('a')), budget.enter(of('a')), budget.enter(of('b'))];
    first.grow(40);
    second.grow(11);
    other.grow(50);
    expect([await endOf(first), await endOf(second), await endOf(other)]).toEqual([
      'coming',
      'unavailable',
      'coming',
    ]);
  });
});

describe('bodies with files', () => {
  const budgetOf = (bodies_max: number) =>
    bodyBudget({ ...LIMITS, with_files: { bodies_max, bytes_max: 50 } });

  it('leave room for others while all of them wait', () => {
    const budget = budgetOf(2);
    const waiting = ['a', 'b'].map((holder) => budget.enter(of(holder, true)));
    expect(() => budget.enter(of('c', true))).toThrow('unavailable');
    budget.enter(of('c'));
    waiting[0]?.release();
    budget.enter(of('d', true));
  });

  it('hold no more bytes than their part', async () => {
    const budget = budgetOf(3);
    const [first, second, other] = [
      budget.enter(of('a', true)),
      budget.enter(of('b', true)),
      budget.enter(of('c')),
    ];
    first.grow(50);
    second.grow(1);
    other.grow(50);
    expect([await endOf(first), await endOf(second), await endOf(other)]).toEqual([
      'coming',
      'unavailable',
      'coming',
    ]);
  });

  it('are fewer than all that the staff may send, by at least 32 bodies of 512 KiB', () => {
    const { bodies_max, bytes_max, with_files } = BODY_LIMITS.staff;
    expect(bodies_max - (with_files?.bodies_max ?? bodies_max)).toBeGreaterThanOrEqual(32);
    expect(bytes_max - (with_files?.bytes_max ?? bytes_max)).toBeGreaterThanOrEqual(32 * 512 * 1024);
  });
});

describe('a budget that displaces', () => {
  const DISPLACING: BodyLimits = { ...LIMITS, past_it: 'displace' };

  it('ends the body that has been arriving longest, never a complete one', async () => {
    const budget = bodyBudget(DISPLACING);
    const [whole, old, young] = [budget.enter(of('')), budget.enter(of('')), budget.enter(of(''))];
    whole.complete();
    const newcomer = budget.enter(of(''));
    expect(await Promise.all([whole, old, young, newcomer].map(endOf))).toEqual([
      'coming',
      'unavailable',
      'coming',
      'coming',
    ]);
  });

  it('refuses a newcomer when all bodies are complete and being worked on', () => {
    const budget = bodyBudget(DISPLACING);
    for (let at = 0; at < 3; at += 1) budget.enter(of('')).complete();
    expect(() => budget.enter(of(''))).toThrow('unavailable');
  });

  it('makes room for bytes in the same order', async () => {
    const budget = bodyBudget(DISPLACING);
    const [old, young] = [budget.enter(of('')), budget.enter(of(''))];
    old.grow(60);
    young.grow(60);
    expect([await endOf(old), await endOf(young)]).toEqual(['unavailable', 'coming']);
    young.grow(41);
    expect(await endOf(young)).toBe('unavailable');
  });
});

describe('a body', () => {
  it('that stops or comes too slowly is refused as too slow', async () => {
    const budget = bodyBudget(LIMITS);
    const [stopped, trickling, steady] = [
      budget.enter(of('a')),
      budget.enter(of('b')),
      budget.enter(of('c')),
    ];
    stopped.grow(50);
    trickling.grow(9);
    steady.grow(10);
    vi.advanceTimersByTime(1_000);
    steady.grow(10);
    vi.advanceTimersByTime(1_000);
    expect(await Promise.all([stopped, trickling, steady].map(endOf))).toEqual([
      'too_slow',
      'too_slow',
      'coming',
    ]);
    budget.enter(of('d'));
    budget.enter(of('e'));
  });

  it('has to be complete in time, however steadily it comes', async () => {
    const share = bodyBudget(LIMITS).enter(of('a'));
    for (let second = 0; second < 5; second += 1) {
      share.grow(10);
      vi.advanceTimersByTime(1_000);
    }
    expect(await endOf(share)).toBe('too_slow');
  });

  it('is read as it comes up to a size, and then piece by piece', async () => {
    const share = bodyBudget({ ...LIMITS, eager_bytes: 20 }).enter(of('a'));
    share.grow(20);
    await share.turn();
    share.grow(1);
    let may_go_on = false;
    const turn = share.turn().then(() => {
      may_go_on = true;
    });
    await vi.advanceTimersByTimeAsync(49);
    expect(may_go_on).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await turn;
  });

  it('that is ended is not read any more, and whoever waits for more of it hears of it', async () => {
    const share = bodyBudget(LIMITS).enter(of('a'));
    const waiting = share.unlessEnded(() => new Promise(() => undefined));
    const noted = expect(waiting).rejects.toThrow('too_slow');
    vi.advanceTimersByTime(1_000);
    await noted;
    const read = vi.fn(async () => 'more');
    await expect(share.unlessEnded(read)).rejects.toThrow('too_slow');
    expect(read).not.toHaveBeenCalled();
  });

  it('that is whole may be worked on for as long as that takes', async () => {
    const share = bodyBudget(LIMITS).enter(of('a'));
    share.complete();
    vi.advanceTimersByTime(60_000);
    expect(await endOf(share)).toBe('coming');
  });
});

it('all budgets together stay far below the memory a small server has', () => {
  const bytes = Object.values(BODY_LIMITS).reduce((sum, { bytes_max }) => sum + bytes_max, 0);
  expect(bytes).toBeLessThan(100 * 1024 * 1024);
});
