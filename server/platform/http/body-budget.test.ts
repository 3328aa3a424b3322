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

/** Returns the code of the Problem that ended the body; `coming` if none did. */
function endOf(share: BodyShare): Promise<string> {
  return share.unlessEnded(async () => 'coming').catch(({ code }: { code: string }) => code);
}

describe('a budget that refuses new bodies above its limits', () => {
  it('admits the configured number of bodies, and another one when one has ended', () => {
    const budget = bodyBudget(LIMITS);
    const [first] = ['a', 'b', 'c'].map((holder) => budget.enter(of(holder)));
    expect(() => budget.enter(of('d'))).toThrow('unavailable');
    first?.release();
    first?.release();
    budget.enter(of('d'));
    expect(() => budget.enter(of('e'))).toThrow('unavailable');
  });

  it('counts bytes as they arrive, and ends the body that exceeds the budget', async () => {
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

  it('limits the bodies of each holder', () => {
    const budget = bodyBudget({ ...LIMITS, per_holder: { bodies_max: 1, bytes_max: 100 } });
    const share = budget.enter(of('a'));
    expect(() => budget.enter(of('a'))).toThrow('unavailable');
    budget.enter(of('b'));
    share.release();
    budget.enter(of('a'));
  });

  it('limits the bytes of each holder, and still accepts what fits', async () => {
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

  it('leave room for bodies without files while all of them are pending', () => {
    const budget = budgetOf(2);
    const waiting = ['a', 'b'].map((holder) => budget.enter(of(holder, true)));
    expect(() => budget.enter(of('c', true))).toThrow('unavailable');
    budget.enter(of('c'));
    waiting[0]?.release();
    budget.enter(of('d', true));
  });

  it('are limited to their part of the bytes', async () => {
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

  it('leave at least 32 bodies of 512 KiB to the rest of the staff budget', () => {
    const { bodies_max, bytes_max, with_files } = BODY_LIMITS.staff;
    expect(bodies_max - (with_files?.bodies_max ?? bodies_max)).toBeGreaterThanOrEqual(32);
    expect(bytes_max - (with_files?.bytes_max ?? bytes_max)).toBeGreaterThanOrEqual(32 * 512 * 1024);
  });
});

describe('a budget that displaces other bodies above its limits', () => {
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

  it('refuses a new body when all bodies are complete and being processed', () => {
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

describe('an arriving body', () => {
  it('is refused as too slow when it stops or arrives too slowly', async () => {
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

  it('is refused when it is not complete in time, however steadily it arrives', async () => {
    const share = bodyBudget(LIMITS).enter(of('a'));
    for (let second = 0; second < 5; second += 1) {
      share.grow(10);
      vi.advanceTimersByTime(1_000);
    }
    expect(await endOf(share)).toBe('too_slow');
  });

  it('is read immediately up to a size, and then chunk by chunk', async () => {
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

  it('is not read after it was ended, and pending reads are rejected', async () => {
    const share = bodyBudget(LIMITS).enter(of('a'));
    const waiting = share.unlessEnded(() => new Promise(() => undefined));
    const noted = expect(waiting).rejects.toThrow('too_slow');
    vi.advanceTimersByTime(1_000);
    await noted;
    const read = vi.fn(async () => 'more');
    await expect(share.unlessEnded(read)).rejects.toThrow('too_slow');
    expect(read).not.toHaveBeenCalled();
  });

  it('may be processed for any length of time once it is complete', async () => {
    const share = bodyBudget(LIMITS).enter(of('a'));
    share.complete();
    vi.advanceTimersByTime(60_000);
    expect(await endOf(share)).toBe('coming');
  });
});

it('all budgets together are below 100 MiB', () => {
  const bytes = Object.values(BODY_LIMITS).reduce((sum, { bytes_max }) => sum + bytes_max, 0);
  expect(bytes).toBeLessThan(100 * 1024 * 1024);
});
