import { plural, t } from '@lingui/core/macro';
import { useMemo, useState } from 'react';
import {
  NAMES_AT_ONCE_MAX,
  type NameKind,
  type NameMeaning,
  nameKey,
} from '../../../../contract/rules/import/source-names.ts';
import type { NameDefinition } from '../../../../contract/schemas/names.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { MeaningSelect } from '../../names/MeaningSelect.tsx';
import { definitionOf, nameText } from '../../names/name-messages.ts';
import { useSaveNames } from '../../names/use-save-names.tsx';
import type { PreviewRow } from '../run-import.ts';

type Props = {
  rows: readonly PreviewRow[];
  /** Called after names were defined: the preview is outdated. */
  onDefined: () => void;
};

/** Asks for the meaning of undefined payment and status names. Shows nothing if there are none. */
export function UnknownNames({ rows, onDefined }: Props) {
  const { busy, save, question } = useSaveNames({ onSaved: onDefined, onOutdated: onDefined });
  const [meanings, setMeanings] = useState<Record<string, NameMeaning | null>>({});
  const names = useMemo(() => unknownNames(rows), [rows]);
  if (names.length === 0) return null;
  const definitions = names.flatMap((one) => firstDefinition(one, meanings[one.id] ?? ''));
  return (
    <Notice tone="warn" title={t`What do these names mean?`}>
      <p>{consequences(names)}</p>
      <div className="mt-2 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {names.map((one) => (
          <MeaningSelect
            key={one.id}
            kind={one.kind}
            label={<NameLabel {...one} />}
            meaning={meanings[one.id] ?? null}
            onMeaning={(meaning) => setMeanings((before) => ({ ...before, [one.id]: meaning }))}
          />
        ))}
      </div>
      <Button
        className="mt-3"
        busy={busy}
        aria-disabled={definitions.length === 0 || undefined}
        onClick={() => definitions.length > 0 && save(definitions)}
      >
        {t`Save and preview again`}
      </Button>
      {question}
    </Notice>
  );
}

type UnknownName = { id: string; kind: NameKind; name: string; count: number };

function NameLabel({ kind, name, count }: UnknownName) {
  return (
    <>
      {kind === 'payment' ? t`Payment:` : t`Status:`} <bdi>{nameText({ kind, name })}</bdi>
      <span className="font-normal text-muted">
        {' '}
        {t`in ${plural(count, { one: '# order', other: '# orders' })}`}
      </span>
    </>
  );
}

/** Returns the first definition of a name, none without a meaning. */
function firstDefinition(name: UnknownName, meaning: string): NameDefinition[] {
  const definition = definitionOf(name, meaning);
  return definition ? [{ ...definition, seen: null }] : [];
}

function consequences(names: readonly UnknownName[]): string {
  const has = (kind: NameKind) => names.some((one) => one.kind === kind);
  const payment = t`Orders with an undefined payment name wait at the desk.`;
  const status = t`Orders with an undefined status are not imported.`;
  return [has('payment') && payment, has('status') && status].filter(Boolean).join(' ');
}

/** Returns each undefined name once, the most frequent first. */
function unknownNames(rows: readonly PreviewRow[]): UnknownName[] {
  const names = new Map<string, UnknownName>();
  for (const row of rows) {
    for (const { kind, name } of namesOf(row)) {
      const id = `${kind} ${nameKey(name)}`;
      names.set(id, { ...(names.get(id) ?? { id, kind, name }), count: (names.get(id)?.count ?? 0) + 1 });
    }
  }
  return [...names.values()].sort((one, other) => other.count - one.count).slice(0, NAMES_AT_ONCE_MAX);
}

/** Servers of the previous version return names only in the faults of an order. */
function namesOf({ unknown_names, faults }: PreviewRow): { kind: NameKind; name: string }[] {
  if (unknown_names) return unknown_names;
  return faults.flatMap(({ unknown_method }) =>
    unknown_method === null ? [] : [{ kind: 'payment' as const, name: unknown_method }],
  );
}
