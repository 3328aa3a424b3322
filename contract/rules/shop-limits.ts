/** The longest promised delivery time, in hours: thirty days. */
export const PROMISE_HOURS_MAX = 720;
/**
 * The shortest and longest time, in days, after which customer data of old orders may be erased. Drivers'
 * history and refunds reach back less than the shortest; the longest is ten years.
 */
export const ERASE_DAYS_MIN = 60;
export const ERASE_DAYS_MAX = 3650;
