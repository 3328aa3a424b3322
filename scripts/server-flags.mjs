/**
 * Of Node, for a server under load. Node gives the garbage collector four helper threads by default, which on two cores take the
 * processor time from requests and from PostgreSQL for 30 ms at a time (decision 74). Node must have it when it starts.
 */
export const ONE_GC_HELPER = '--v8-pool-size=1';
