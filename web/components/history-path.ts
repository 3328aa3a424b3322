/** What one delivered and handed over in the last 60 days; the profile of whoever delivers leads there, no menu does. Apart from the other paths: the sign-in form needs those. */
export const HISTORY_PATH = '/dashboard/history';
