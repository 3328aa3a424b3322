import { expect, it } from 'vitest';
import { periodText } from './period-messages.ts';

it('formats a period without repeating its month or year', () => {
  const words = (from: string, to: string) => periodText({ from, to });
  expect(words('2026-11-23', '2026-11-23')).toBe('23 Nov 2026');
  expect(words('2026-11-01', '2026-11-30')).toBe('1 to 30 Nov 2026');
  expect(words('2026-11-28', '2026-12-03')).toBe('28 Nov to 3 Dec 2026');
  expect(words('2025-12-30', '2026-01-02')).toBe('30 Dec 2025 to 2 Jan 2026');
});
