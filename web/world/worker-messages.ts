/** What a page tells the app's worker: nobody is in the middle of anything on it. */
export const TAKE_OVER = 'mandoob.take-over';

/** The tag under which the browser starts the worker to send what waits. */
export const SEND = 'mandoob.send';
