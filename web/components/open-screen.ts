import { createContext, use } from 'react';

/** The title of the open screen, from the screen table. */
export const ScreenTitle = createContext('');

/** The time zone of the shop whose dashboard is open; all times on its screens use it. */
export const TimeZone = createContext('UTC');

export function useTimeZone(): string {
  return use(TimeZone);
}
