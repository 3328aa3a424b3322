/**
 * A Node option for servers. By default V8 has four helper threads, and on two cores a garbage collection takes both of them from
 * requests and PostgreSQL for 30 ms (decision 74). Node reads the option only when it starts.
 */
export const ONE_GC_HELPER = '--v8-pool-size=1';
