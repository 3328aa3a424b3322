import { t } from '@lingui/core/macro';
import type { NameDefinition } from '../../../contract/schemas/names.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { useDeskActions } from '../actions/desk-actions.ts';
import { useSaveNames } from './use-save-names.tsx';

type Props = {
  definitions: NameDefinition[];
  onSaved: (names: NameDefinition[]) => void;
  /** Another user has defined one of the names since they were read. */
  onOutdated: () => void;
};

/** Saves the selected meanings after showing the open orders that they change. */
export function SaveNames({ definitions, onSaved, onOutdated }: Props) {
  const { busy, save, question } = useSaveNames({ onSaved, onOutdated, always: true });
  const action = {
    id: 'save_names',
    title: t`Save the meanings`,
    key: 'mod+Enter',
    unavailable: definitions.length === 0 ? t`Select the meaning of a name first.` : undefined,
    run: () => save(definitions),
  };
  useDeskActions(t`Payment names`, question ? [] : [action]);
  return (
    <>
      <ActionButton action={action} variant="primary" busy={busy} className="min-h-11 px-4" />
      {question}
    </>
  );
}
