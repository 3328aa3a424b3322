import type { ListField, ListLayout } from '../../../../contract/rules/import/import-fields.ts';

type Mapped = { header: readonly string[]; layout: ListLayout };

/**
 * Returns the layout of a file that was mapped in another encoding: its columns keep their fields, since only
 * their names are read differently. A field without a column gets that of `found`, unless another field uses
 * it. Returns null if the file has a different number of columns in this encoding.
 */
export function layoutInEncoding(before: Mapped, found: Mapped): ListLayout | null {
  if (before.header.length !== found.header.length) return null;
  const nameOf = (column: string) => found.header[before.header.indexOf(column)];
  const columns: ListLayout['columns'] = {};
  const used = new Set<string>();
  for (const [field, names] of fieldsOf(before.layout)) {
    const [first, ...more] = names.flatMap((name) => nameOf(name) ?? []);
    if (first === undefined) continue;
    columns[field] = [first, ...more];
    for (const name of [first, ...more]) used.add(name);
  }
  for (const [field, [first, ...more]] of fieldsOf(found.layout))
    if (columns[field] === undefined && ![first, ...more].some((name) => used.has(name)))
      columns[field] = [first, ...more];
  return { ...before.layout, columns };
}

function fieldsOf({ columns }: ListLayout): [ListField, [string, ...string[]]][] {
  return Object.entries(columns) as [ListField, [string, ...string[]]][];
}
