import type {
  OutstandingCash,
  OutstandingCashRow,
} from '../../contract/operations/dashboard/cash/reads/list-outstanding-cash.schema.ts';

export const MANAGER_ID = '01975a00-0000-7000-8000-0000000000a1';

/** The manager, a driver with cash that is not posted yet, and another driver. */
export const HOLDERS: OutstandingCashRow[] = [
  {
    user_id: MANAGER_ID,
    full_name: 'Omar Farouk',
    role: 'Manager',
    cash_on_hand_fils: 50_000,
    waiting_fils: 0,
    last_updated: '2026-11-20T10:05:00.000Z',
    disabled: false,
    driver_id: null,
    unsent: null,
    expenses_fils: 0,
  },
  {
    user_id: '01975a00-0000-7000-8000-0000000000d1',
    full_name: 'Joseph Mathew',
    role: 'Driver',
    cash_on_hand_fils: 25_000,
    waiting_fils: 14_500,
    last_updated: '2026-11-20T09:30:00.000Z',
    disabled: false,
    driver_id: 2,
    unsent: null,
    expenses_fils: 0,
  },
  {
    user_id: '01975a00-0000-7000-8000-0000000000d2',
    full_name: 'Bilal Ahmed',
    role: 'Driver',
    cash_on_hand_fils: 14_500,
    waiting_fils: 0,
    last_updated: '2026-11-20T08:15:00.000Z',
    disabled: true,
    driver_id: 1,
    unsent: null,
    expenses_fils: 0,
  },
];

export function cashOf(rows: OutstandingCashRow[]): OutstandingCash {
  const total_fils = rows.reduce((sum, row) => sum + row.cash_on_hand_fils + row.waiting_fils, 0);
  return { rows, total_fils, unsent_only: [], usual_fils: null };
}
