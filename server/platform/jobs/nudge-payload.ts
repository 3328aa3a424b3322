import { currentRequestId } from '../current-work.ts';

/** What a job is told that a request asks for, as JSON: with the request's number, which the job's log lines then have too. */
export function nudgePayload(facts: { shop_id?: number } = {}): string {
  return JSON.stringify({ ...facts, request_id: currentRequestId() });
}
