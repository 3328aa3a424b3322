import { plural, t } from '@lingui/core/macro';
import type { ShopName } from '../../../contract/operations/desk/names/list-names.schema.ts';
import { formatDate } from '../../../contract/rules/dates/dates.ts';
import type { NameMeaning } from '../../../contract/rules/import/source-names.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { MeaningSelect } from './MeaningSelect.tsx';
import { meaningText, nameText } from './name-messages.ts';

type Props = {
  name: ShopName;
  draft: NameMeaning | undefined;
  onMeaning: (meaning: NameMeaning | null) => void;
};

/** A name with its meaning and the origin of that meaning. */
export function NameRow({ name, draft, onMeaning }: Props) {
  const facts = useFacts(name);
  return (
    <li className="grid gap-x-6 gap-y-1 py-3 md:grid-cols-[20rem_minmax(0,1fr)]">
      <div className="min-w-0">
        <MeaningSelect
          kind={name.kind}
          label={<bdi className="wrap-anywhere">{nameText(name)}</bdi>}
          meaning={draft ?? name.meaning}
          onMeaning={onMeaning}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-0.5 text-sm md:pt-9">
        {facts.map((fact) => (
          <p key={fact} className="wrap-anywhere text-muted">
            {fact}
          </p>
        ))}
        {draft && name.meaning && (
          <p className="text-muted">{t`Saved meaning: ${meaningText(name.kind, name.meaning)}`}</p>
        )}
        {draft && <p className="font-medium text-warn">{t`Not saved yet`}</p>}
      </div>
    </li>
  );
}

function useFacts({ kind, meaning, defined, first_seen_at, waiting_orders, remembered }: ShopName): string[] {
  const time_zone = useTimeZone();
  const on = (instant: string) => formatDate(instant, time_zone);
  const facts: string[] = [];
  if (waiting_orders > 0)
    facts.push(t`${plural(waiting_orders, { one: '# order waiting', other: '# orders waiting' })}`);
  for (const word of remembered) facts.push(t`"${word.name}" meant: ${meaningText(kind, word.meaning)}`);
  if (defined) facts.push(t`Defined by ${defined.by ?? t`a former user`} on ${on(defined.at)}`);
  else if (first_seen_at && meaning) facts.push(t`Default meaning, first seen on ${on(first_seen_at)}`);
  else if (first_seen_at) facts.push(t`First seen on ${on(first_seen_at)}`);
  return facts;
}
