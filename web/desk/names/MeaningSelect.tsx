import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { NameKind, NameMeaning } from '../../../contract/rules/import/source-names.ts';
import { Select } from '../../ui/Field.tsx';
import { meaningHint, meaningOptions } from './name-messages.ts';

type Props = {
  kind: NameKind;
  label: ReactNode;
  /** Null if no meaning is selected; none is preselected. */
  meaning: NameMeaning | null;
  onMeaning: (meaning: NameMeaning | null) => void;
};

/** Selects the meaning of a name and shows the consequence below it. */
export function MeaningSelect({ kind, label, meaning, onMeaning }: Props) {
  const options = meaningOptions(kind);
  return (
    <Select
      label={label}
      hint={meaning ? meaningHint(kind, meaning) : undefined}
      value={meaning ?? ''}
      placeholder={t`Select a meaning`}
      options={options}
      onValue={(selected) => onMeaning(options.find(({ value }) => value === selected)?.value ?? null)}
    />
  );
}
