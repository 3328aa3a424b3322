import { describe, expect, it } from 'vitest';
import { serverProblem } from '../../../tests/support/server-problem.ts';
import { isOutAgain } from '../delivery/deliver.ts';
import { isReadOnly, type Standing, standingOf } from './standing.ts';

const ORDER = { dispatching_started_at: '2026-11-20T08:00:00.000Z' };
const ENTRY = {
  endpoint: 'confirm_delivery' as const,
  state: 'queued' as const,
  last_error: null,
  occurred_at: '2026-11-20T09:00:00.000Z',
  clock_offset_ms: 0,
};
type Entry = Parameters<typeof isOutAgain>[0] & Parameters<typeof standingOf>[0];
type Order = Parameters<typeof isOutAgain>[1];

function deliveryState(entry: Entry | undefined, may_go: boolean, order?: Order): Standing {
  if (!entry || (order && isOutAgain(entry, order))) return 'open';
  return standingOf(entry, may_go);
}

const failedAt = (stage: 'photo' | 'note' | null) => ({ stage, problem: null, at: 0 });

describe('the standing of a delivery', () => {
  it('is open without an entry and busy while being sent', () => {
    expect(deliveryState(undefined, true, ORDER)).toBe('open');
    expect(deliveryState(ENTRY, true, ORDER)).toBe('busy');
  });

  it('is waiting without a connection or behind an older delivery, and names the missing file', () => {
    expect(deliveryState(ENTRY, false, ORDER)).toBe('waiting');
    expect(deliveryState({ ...ENTRY, last_error: failedAt('photo') }, true, ORDER)).toBe('photo_failed');
    expect(deliveryState({ ...ENTRY, last_error: failedAt('note') }, true, ORDER)).toBe('note_failed');
    expect(deliveryState({ ...ENTRY, last_error: failedAt(null) }, true, ORDER)).toBe('waiting');
  });

  it('is photo_failed while the server has no storage space for the photo', () => {
    const { problem } = serverProblem('storage_full');
    const last_error = { ...failedAt('photo'), problem };
    expect(deliveryState({ ...ENTRY, last_error }, true, ORDER)).toBe('photo_failed');
  });

  it('is needs_manager when the server refuses to return the outcome of an unknown command', () => {
    const unknown = { ...ENTRY, state: 'unknown' as const };
    const answered = (code: 'no_access' | 'unavailable') => ({
      ...unknown,
      last_error: { ...failedAt(null), problem: serverProblem(code).problem },
    });
    expect(deliveryState(unknown, true, ORDER)).toBe('unknown');
    expect(deliveryState(answered('unavailable'), true, ORDER)).toBe('unknown');
    expect(deliveryState(answered('no_access'), true, ORDER)).toBe('needs_manager');
    expect(isReadOnly('needs_manager')).toBe(true);
  });

  it('is done and never open for a done delivery, however old the shown response', () => {
    expect(deliveryState({ ...ENTRY, state: 'done' }, true, ORDER)).toBe('done');
    expect(deliveryState({ ...ENTRY, state: 'done' }, true, { dispatching_started_at: null })).toBe('done');
  });

  it('is open again for an order that went out again, by the corrected clock', () => {
    const again = { dispatching_started_at: '2026-11-20T09:30:00.000Z' };
    expect(deliveryState({ ...ENTRY, state: 'done' }, true, again)).toBe('open');
    const behind = { ...ENTRY, state: 'done' as const, clock_offset_ms: 60 * 60 * 1000 };
    expect(deliveryState(behind, true, again)).toBe('done');
  });

  it('allows input only while open or refused', () => {
    const open = (['open', 'refused', 'busy', 'unknown', 'waiting', 'sign_in', 'done'] as const).filter(
      (state) => !isReadOnly(state),
    );
    expect(open).toEqual(['open', 'refused']);
  });
});
