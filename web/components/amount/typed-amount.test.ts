import { describe, expect, it } from 'vitest';
import { readAmount } from './typed-amount.ts';

describe('readAmount', () => {
  it.each([
    ['', { ok: false, reason: 'empty' }],
    ['0', { ok: true, amount_fils: 0 }],
    ['12.5', { ok: true, amount_fils: 1_250 }],
    ['12.345', { ok: false, reason: 'unparsable' }],
    ['1e3', { ok: false, reason: 'unparsable' }],
    ['-5', { ok: false, reason: 'unparsable' }],
    ['10000000.01', { ok: false, reason: 'too_high' }],
  ])('reads %j', (text, expected) => {
    expect(readAmount({ text, unreadable: false })).toEqual(expected);
  });

  it('tells what the browser could not read from an empty field', () => {
    expect(readAmount({ text: '', unreadable: true })).toEqual({ ok: false, reason: 'unparsable' });
  });
});
