import { t } from '@lingui/core/macro';
import { CircleCheck, CircleHelp, ListChecks, Wallet } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ShopName } from '../../../contract/operations/desk/names/list-names.schema.ts';
import { nameKey } from '../../../contract/rules/import/source-names.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOfMark } from '../../components/ReadFrame.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { ListFrame } from '../table/ListFrame.tsx';
import { NameRow } from './NameRow.tsx';
import { SaveNames } from './SaveNames.tsx';
import { type NameDrafts, nameId, useNameDrafts } from './use-name-drafts.ts';

/** The largest number of names shown in each list; a search finds the others. */
const SHOWN_MAX = 50;
/** The smallest number of names with a search field. */
const SEARCHED_FROM = 12;

/** The meanings of the payment and status names in the shop's sources, undefined names first. */
export function NamesPlace() {
  const read = useDeskRead('list_names');
  const names = read.data?.names ?? [];
  const drafts = useNameDrafts(names);
  return (
    <div className="flex max-w-[56rem] flex-col gap-4">
      <PageHeading
        subtitle={t`Names of payments and statuses in your store and your lists. Orders with an undefined payment name wait at the desk.`}
        mark={<AsOfMark read={read} />}
        action={
          <SaveNames
            definitions={drafts.definitions}
            onSaved={drafts.clear}
            onOutdated={() => void read.refetch()}
          />
        }
      />
      <ListFrame
        read={read}
        failed={t`The names could not be loaded`}
        isEmpty={(data) => data.names.length === 0}
        empty={{
          icon: Wallet,
          title: t`No names yet`,
          description: t`Names appear here when orders arrive from the store or from a list.`,
        }}
      >
        {() => <AllNames names={names} drafts={drafts} />}
      </ListFrame>
    </div>
  );
}

function AllNames({ names, drafts }: { names: readonly ShopName[]; drafts: NameDrafts }) {
  const [words, setWords] = useState('');
  const key = nameKey(words);
  const found = key === '' ? names : names.filter(({ name }) => nameKey(name).includes(key));
  const of = (kind: ShopName['kind']) => found.filter((one) => one.meaning !== null && one.kind === kind);
  const undefined_names = found.filter(({ meaning }) => meaning === null);
  const all_defined = names.every(({ meaning }) => meaning !== null);
  return (
    <>
      {names.length >= SEARCHED_FROM && (
        <Field
          type="search"
          label={t`Find a name`}
          dir="auto"
          autoComplete="off"
          maxLength={200}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      <Names
        icon={all_defined ? CircleCheck : CircleHelp}
        title={t`Names to define`}
        names={undefined_names}
        drafts={drafts}
        empty={all_defined ? t`Every name has a meaning.` : t`No names found`}
      />
      <Names
        icon={Wallet}
        title={t`Payments`}
        names={of('payment')}
        drafts={drafts}
        empty={t`No names found`}
      />
      <Names
        icon={ListChecks}
        title={t`Statuses in lists`}
        names={of('status')}
        drafts={drafts}
        empty={t`No names found`}
      />
    </>
  );
}

type NamesProps = {
  icon: typeof Wallet;
  title: string;
  names: readonly ShopName[];
  drafts: NameDrafts;
  empty: ReactNode;
};

function Names({ icon, title, names, drafts, empty }: NamesProps) {
  const more = names.length - SHOWN_MAX;
  return (
    <TitledCard icon={icon} title={title} className="flex flex-col gap-2">
      {names.length === 0 && <p className="text-muted">{empty}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {names.slice(0, SHOWN_MAX).map((name) => (
          <NameRow
            key={nameId(name)}
            name={name}
            draft={drafts.of(name)}
            onMeaning={(meaning) => drafts.set(name, meaning)}
          />
        ))}
      </ul>
      {more > 0 && <p className="text-muted text-sm">{t`and ${more} more`}</p>}
    </TitledCard>
  );
}
