import { createApp } from '../../server/app.ts';
import { sql } from '../../server/platform/database/sql.ts';
import type { TestApp } from './test-app.ts';

/** One endpoint's answer to a person, as requests get it and as it were if row security hid nothing. */
type Answer = { status: number; code?: string };
export type Answers = { as_request: Answer; unhidden: Answer };

/**
 * Asks the same app twice over the same database: once as requests do, once as the owner of the tables. A left join turns a row
 * that one may not read into nulls without a word; asked like this, the two answers differ.
 */
export async function askWithAndWithoutRowSecurity({
  parts,
  owner,
  app,
}: TestApp): Promise<(path: string, as: string) => Promise<Answers>> {
  // Else the owner's requests would not begin.
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

async function bodyOf(answer: Response): Promise<Answer> {
  const { request_id: _, ...body } = await answer.json();
  return { status: answer.status, ...body };
}
