import type { Topic } from '../../contract/rules/topics.ts';
import type { Random } from '../platform/machine.ts';

/** A topic that an operation touched, and its audience. */
export type Touched = {
  topic: Topic;
  /** The key of the record, if it is a single one. */
  subject_id?: string | number;
  /** The shop if it is not the operation's own, for example when a user moves to another shop. */
  shop_id?: number;
} & (
  | {
      /** All users of the shop; or its managers and admins, and also the listed users (previous and new). */
      audience: 'shop' | 'desk';
      user_ids?: readonly string[];
    }
  | { audience: 'users'; user_ids: readonly string[] }
);

/** Returns the rows of `feed` for the touched topics: one for each. */
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
