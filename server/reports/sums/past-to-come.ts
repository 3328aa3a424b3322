import type { Database, Tx } from '../../platform/database/database.ts';
import { findRow } from '../../platform/database/rows.ts';

/** In a demo from its first moment until its past is made: what is recorded till then may be of any moment before. */
export const PAST_TO_COME = { key: 'demo_past' } as const;

export async function hasPastToCome(owner: Database): Promise<boolean> {
  return (await findRow(owner, 'installation', PAST_TO_COME, ['key'])) !== undefined;
}

/** From now on nothing is recorded at another time than it is. */
export async function pastHasCome(owner: Database | Tx): Promise<void> {
  await owner.deleteFrom('installation').where('key', '=', PAST_TO_COME.key).execute();
}
