import { useState } from 'react';
import type { ShopName } from '../../../contract/operations/desk/names/list-names.schema.ts';
import { type NameMeaning, nameKey } from '../../../contract/rules/import/source-names.ts';
import type { NameDefinition } from '../../../contract/schemas/names.ts';
import { definitionOf } from './name-messages.ts';

type Named = Pick<ShopName, 'kind' | 'name'>;

export type NameDrafts = {
  /** Returns the selected meaning; undefined if none is selected that is not saved yet. */
  of: (name: Named) => NameMeaning | undefined;
  set: (name: Named, meaning: NameMeaning | null) => void;
  definitions: NameDefinition[];
  /** Withdraws the definitions that were saved. */
  clear: (saved: readonly NameDefinition[]) => void;
};

/** The selected meanings that are not saved yet. Selecting nothing, or the saved meaning, withdraws one. */
export function useNameDrafts(names: readonly ShopName[]): NameDrafts {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, NameDefinition>>(new Map());
  const meanings = new Map(names.map((one) => [nameId(one), one.meaning]));
  return {
    of: (name) => drafts.get(nameId(name))?.meaning,
    set: (name, meaning) =>
      setDrafts((before) => {
        const after = new Map(before);
        after.delete(nameId(name));
        const definition = meaning && definitionOf(name, meaning);
        if (definition && meanings.get(nameId(name)) !== meaning) after.set(nameId(name), definition);
        return after;
      }),
    definitions: [...drafts].map(([id, draft]) => seenAs(draft, meanings.get(id) ?? null)),
    clear: (saved) => {
      const ids = new Set(saved.map(nameId));
      setDrafts((before) => new Map([...before].filter(([id]) => !ids.has(id))));
    },
  };
}

/** Adds the saved meaning that the definition replaces. */
function seenAs(definition: NameDefinition, seen: NameMeaning | null): NameDefinition {
  return { ...definition, seen } as NameDefinition;
}

/** Returns the same id for all spellings of a name. */
export function nameId({ kind, name }: Named): string {
  return `${kind} ${nameKey(name)}`;
}
