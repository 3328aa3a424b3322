/** Sent by a page to the app's worker when its user is not busy: the new version may take over. */
export const TAKE_OVER = 'mandoob.take-over';

/** The Background Sync tag for sending pending entries. */
export const SEND = 'mandoob.send';
