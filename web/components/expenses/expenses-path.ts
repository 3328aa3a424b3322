/**
 * The page of the user's own expenses; linked from the profile only. It is not in `dashboard-paths.ts`,
 * because the sign-in form loads that file.
 */
export const EXPENSES_PATH = '/dashboard/expenses';
