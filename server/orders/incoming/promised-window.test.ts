import { expect, test } from 'vitest';
import { promisedBy } from './promised-window.ts';

const promised = (window: string) =>
  promisedBy(
    [
      { name: 'Delivery-Date', text: '2026/11/29' },
      { name: 'Delivery-Time', text: window },
    ],
    'Asia/Dubai',
  )?.toISOString();

test('text on the lines after a date or a window is ignored', () => {
  const requests = [
    { name: 'Delivery-Date', text: '2026/11/29\nplease' },
    { name: 'Delivery-Time', text: '10:00 - 12:00\nor later' },
  ];
  expect(promisedBy(requests, 'Asia/Dubai')?.toISOString()).toBe(at(29, '12:00'));
});

/** A time in Dubai, four hours ahead of UTC. */
const at = (day: number, time: string) => new Date(`2026-11-${day}T${time}:00+04:00`).toISOString();

test.each([
  ['10:00 - 12:00', 12],
  ['10am to 12pm', 12],
  ['from 10:00 to 12:00', 12],
  ['11 - 1 PM', 13],
  ['1 - 3 AM', 3],
  ['9 AM - 11', 23],
  ['14:00', 14],
])('%s ends on the same day', (window, hour) => {
  const time = hour === 23 ? '23:59' : `${String(hour).padStart(2, '0')}:00`;
  expect(promised(window)).toBe(at(29, time));
});

test.each([
  ['8 PM - 12 AM', '00:00'],
  ['20:00 - 00:00', '00:00'],
  ['8 - 12 AM', '00:00'],
  ['10 PM to 2 AM', '02:00'],
  ['10 - 2 AM', '02:00'],
  ['22:00–02:00', '02:00'],
  ['8 PM - 02:00', '02:00'],
])('%s ends on the next day', (window, time) => {
  expect(promised(window)).toBe(at(30, time));
});

test.each(['10:00 - 2:00', '8 PM - 10:00', '12:00 - 4:00', 'in the morning - 2 AM', 'evening', ''])(
  '%s has no certain end, so the order is promised for the day',
  (window) => {
    expect(promised(window)).toBe(at(29, '23:59'));
  },
);

test.each([
  ['29 نوفمبر 2026', '2026-11-29'],
  ['Sunday, November 29, 2026', '2026-11-29'],
  ['29/11/2026', '2026-11-29'],
  ['2026/12/11', '2026-12-11'],
  ['11/11/2026', '2026-11-11'],
  ['Saturday 12/12/2026', '2026-12-12'],
  ['Fri 11/12/2026', '2026-12-11'],
])('a delivery date of %s is a promise for %s', (text, day) => {
  const promise = promisedBy([{ name: 'Delivery-Date', text }], 'Asia/Dubai');
  expect(promise?.toISOString()).toBe(`${day}T19:59:00.000Z`);
});

test.each(['11/12/2026', '1/2/27', 'Monday 29/11/2026', '15/05/1448', 'next week'])(
  'a delivery date of %s is ambiguous or unreadable and gives no promise',
  (text) => {
    expect(promisedBy([{ name: 'Delivery-Date', text }], 'Asia/Dubai')).toBeUndefined();
  },
);

test.each([
  ['10 ص - 2 م', 29, '14:00'],
  ['8 مساءً - 12 صباحاً', 30, '00:00'],
  ['8 م - 2 ص', 30, '02:00'],
  ['8 م - 6 م', 30, '18:00'],
])('a window in Arabic, %s, ends on day %d at %s', (window, day, time) => {
  expect(promised(window)).toBe(at(day, time));
});
