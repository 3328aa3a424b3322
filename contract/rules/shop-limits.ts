/** The most hours after which an order may be promised, in hours: thirty days. */
export const PROMISE_HOURS_MAX = 720;
/**
 * The days after which customers' data of old orders may be erased. A driver's own history and refunds reach back less than the least; ten years are the most.
 */
export const ERASE_DAYS_MIN = 60;
export const ERASE_DAYS_MAX = 3650;
