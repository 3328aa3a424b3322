/** The most hours after which an order may be promised, in hours: thirty days. */
export const PROMISE_HOURS_MAX = 720;
