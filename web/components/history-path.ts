/**
 * The page of the user's deliveries and handovers of the last 60 days; linked from the profile only. It is
 * not in `dashboard-paths.ts`, because the sign-in form loads that file.
 */
export const HISTORY_PATH = '/dashboard/history';
/** The page of the user's orders with an amount owed; linked from Assigned Orders and the history. */
export const OWED_PATH = '/dashboard/owed';
