/** Everybody's landing. */
export const PROFILE_PATH = '/dashboard/profile';
/** Where one changes one's own password; the profile links to it, no menu does. */
export const PASSWORD_PATH = '/dashboard/password';
/** What is not recorded yet; the line at the top leads there, no menu does. */
export const WAITING_PATH = '/dashboard/waiting';
