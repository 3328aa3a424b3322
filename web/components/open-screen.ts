import { createContext, use } from 'react';

/** The title of the screen that is open, from the screen table. */
export const ScreenTitle = createContext('');

/** Of the shop whose dashboard is open: every time on its screens is in it. */
export const TimeZone = createContext('UTC');

export function useTimeZone(): string {
  return use(TimeZone);
}
