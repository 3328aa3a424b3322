/** What a page tells the app's worker: nobody is in the middle of anything on it. */
export const TAKE_OVER = 'mandoob.take-over';
