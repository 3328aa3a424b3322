import { currentRequestId } from '../current-work.ts';

/**
 * Returns the JSON payload of a job that a request enqueues, with the request's id for the job's log lines.
 */
export function nudgePayload(facts: { shop_id?: number } = {}): string {
  return JSON.stringify({ ...facts, request_id: currentRequestId() });
}
