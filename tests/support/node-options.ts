/**
 * The Node option for starting servers. With the default of four helper threads, a garbage collection takes
 * both of two cores from requests and PostgreSQL for 30 ms (decision 74).
 */
export const ONE_HELPER_THREAD = '--v8-pool-size=1';
