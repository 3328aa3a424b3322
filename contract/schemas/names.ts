import { z } from '@hono/zod-openapi';
import {
  NAME_MAX,
  NAMES_AT_ONCE_MAX,
  type NameKind,
  nameKey,
  PAYMENT_MEANINGS,
  STATUS_MEANINGS,
} from '../rules/import/source-names.ts';
import { text } from './fields.ts';

/** A name and its meaning. `seen`: the meaning that the user saw; absent in requests of older clients. */
function definitionOf<Kind extends NameKind, Meanings extends readonly [string, ...string[]]>(
  kind: Kind,
  meanings: Meanings,
) {
  const meaning = z.enum(meanings);
  return z.object({
    kind: z.literal(kind),
    name: text(NAME_MAX),
    meaning,
    seen: meaning.nullable().optional(),
  });
}

const definition = z.discriminatedUnion('kind', [
  definitionOf('payment', PAYMENT_MEANINGS),
  definitionOf('status', STATUS_MEANINGS),
]);

export type NameDefinition = z.infer<typeof definition>;

/** Definitions of names. Spellings with the same key are one name. */
export const defineNames = z.object({
  names: z
    .array(definition)
    .min(1)
    .max(NAMES_AT_ONCE_MAX)
    .refine(
      (names) => new Set(names.map(({ kind, name }) => `${kind} ${nameKey(name)}`)).size === names.length,
      { message: 'must define each name once' },
    ),
});

export const count = z.number().int().min(0);

export const meaning = z.enum([...PAYMENT_MEANINGS, ...STATUS_MEANINGS]);
