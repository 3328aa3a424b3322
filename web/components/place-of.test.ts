import { expect, test } from 'vitest';
import { placeOf } from './place-of.ts';

test.each([
  ['Marina Gate 1, Apt 1204', 'Marina Gate 1', 'Apt 1204'],
  ['Al Nahda 2, Al Shaiba Bldg 7, Flat 502, Dubai', 'Al Nahda 2', 'Al Shaiba Bldg 7, Flat 502, Dubai'],
  ['Palm Jumeirah, Shoreline 5, 402', 'Palm Jumeirah', 'Shoreline 5, 402'],
  ['Villa 14, Street 23b, Al Barsha 2, Dubai', 'Al Barsha 2', 'Villa 14, Street 23b, Dubai'],
  ['Villa 12, Al Wasl Road, Dubai', 'Al Wasl Road', 'Villa 12, Dubai'],
  [
    'Al Karama, Street 6B, Building "Al Rais", Flat 301',
    'Al Karama',
    'Street 6B, Building "Al Rais", Flat 301',
  ],
  ['البرشاء 3، شارع 23، فيلا 9', 'البرشاء 3', 'شارع 23, فيلا 9'],
  ['شارع الشيخ زايد، مبنى 12، شقة 304، دبي', 'شارع الشيخ زايد', 'مبنى 12, شقة 304, دبي'],
  ['402, Tower B, Business Bay, Dubai, UAE', 'Business Bay', '402, Tower B, Dubai, UAE'],
  ['Flat 3, Dubai', 'Flat 3', 'Dubai'],
  ['Dubai', 'Dubai', ''],
  ['behind the mosque', 'behind the mosque', ''],
  ['', '', ''],
])('the address "%s" has the place "%s"', (address, place, rest) => {
  expect(placeOf(address)).toEqual({ place, rest });
});
