import type { Endpoint } from './endpoint.ts';

/** What only the desk under /desk calls (ruling G1); the app under /dashboard does not load this table. */
export const DESK_ENDPOINTS = {
  // Orders: lists, search, what is done with many.
  // One order: its page, corrected or added by hand.
  // The driver board.
  // Import.
  // Staff, devices, card machines.
  // Floats, shop, the Shopify store.
} as const satisfies Record<string, Endpoint>;
