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

test('a remark in the lines after a date or window does not hide it', () => {
  const requests = [
    { name: 'Delivery-Date', text: '2026/11/29\nplease' },
    { name: 'Delivery-Time', text: '10:00 - 12:00\nor later' },
  ];
  expect(promisedBy(requests, 'Asia/Dubai')?.toISOString()).toBe(at(29, '12:00'));
});

/** On the clock of Dubai, four hours ahead of UTC. */
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
  '%s has no end that is certain: the order is promised for the day',
  (window) => {
    expect(promised(window)).toBe(at(29, '23:59'));
  },
);
