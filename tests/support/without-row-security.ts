import { createApp } from '../../server/app.ts';
import { sql } from '../../server/platform/database/sql.ts';
import type { TestApp } from './test-app.ts';

/** The responses of one endpoint to a user, with and without row-level security. */
type Outcome = { status: number; code?: string };
export type Responses = { as_request: Outcome; unhidden: Outcome };

/**
 * Sends requests to the same app twice over the same database: with the request role, and as the owner of the
 * tables. A left join silently returns nulls for a row that the user may not read; comparing both responses
 * reveals that.
 */
export async function requestWithAndWithoutRowSecurity({
  parts,
  owner,
  app,
}: TestApp): Promise<(path: string, as: string) => Promise<Responses>> {
  // Requests may begin only as the request role: this lets the owner's requests begin as well.
  await sql`create or replace function actor.is_request() returns boolean language sql stable parallel safe return true`.execute(
    owner,
  );
  const unhidden = await createApp({ ...parts, requests: owner });
  return async (path, as) => {
    const headers = { authorization: `Bearer ${as}` };
    return {
      as_request: await bodyOf(await app.request(path, { headers })),
      unhidden: await bodyOf(await unhidden.request(path, { headers })),
    };
  };
}

async function bodyOf(response: Response): Promise<Outcome> {
  const { request_id: _, ...body } = await response.json();
  return { status: response.status, ...body };
}
