import type { Topic } from '../../contract/rules/topics.ts';
import type { Random } from '../platform/machine.ts';

/** A topic that an operation touched, and who may be looking at it (ruling G3). */
export type Touched = {
  topic: Topic;
  /** The key of the record, where one is meant. */
  subject_id?: string | number;
  /** Where it is not the operation's own shop, as for somebody who moves to another. */
  shop_id?: number;
} & (
  | {
      /** Everybody of the shop; or its managers and admins, and these people of before and after beside them. */
      audience: 'shop' | 'desk';
      user_ids?: readonly string[];
    }
  | { audience: 'users'; user_ids: readonly string[] }
);

/** The rows of `feed` that tell of it: one for each topic. */
export function touchedTopics(
  { shop_id, command_id, newId }: { shop_id: number; command_id: string | null; newId: Random['id'] },
  touched: readonly Touched[],
) {
  return touched.map(({ topic, subject_id, audience, user_ids = [], ...elsewhere }) => ({
    shop_id: elsewhere.shop_id ?? shop_id,
    id: newId(),
    topic,
    subject_id: subject_id === undefined ? null : String(subject_id),
    audience,
    user_ids: [...new Set(user_ids)],
    command_id,
  }));
}
