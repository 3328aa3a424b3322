import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { NAMES_AT_ONCE_MAX } from '../../../contract/rules/source-names.ts';
import type { EndpointAnswer } from '../../../contract/schemas/endpoint-schemas.ts';
import type { NameDefinition } from '../../../contract/schemas/names.ts';
import { messageOf } from '../../api/problem-words.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { useBusy } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast.ts';
import { AskFirst } from '../AskFirst.tsx';
import { ActionButton } from '../actions/ActionButton.tsx';
import { useDeskActions } from '../actions/desk-actions.ts';
import { useToldCommand } from '../use-told-command.ts';
import { ChangedOrders } from './ChangedOrders.tsx';

type Preview = EndpointAnswer<'preview_names'> & { names: NameDefinition[] };

/** Saves the selected meanings, once the open orders that they change were shown. */
export function SaveNames({
  definitions,
  onSaved,
}: {
  definitions: NameDefinition[];
  onSaved: (names: NameDefinition[]) => void;
}) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [busy, run] = useBusy();
  const command = useToldCommand('define_names', { failed: t`Not saved` });

  async function look(): Promise<void> {
    const names = definitions.slice(0, NAMES_AT_ONCE_MAX);
    try {
      setPreview({ names, ...(await callEndpoint('preview_names', { body: { names } })) });
    } catch (error) {
      showToast({ kind: 'error', title: t`The orders could not be loaded`, description: messageOf(error) });
    }
  }

  async function save({ names }: Preview): Promise<void> {
    const description = namesWords(names.length);
    if (!(await command.send({ names }, { kind: 'success', title: t`Saved`, description }))) return;
    setPreview(null);
    onSaved(names);
  }

  const action = {
    id: 'save_names',
    title: t`Save the meanings`,
    key: 'mod+Enter',
    unavailable: definitions.length === 0 ? t`Select the meaning of a name first.` : undefined,
    run: () => void run(look),
  };
  useDeskActions(t`Payment names`, preview ? [] : [action]);
  return (
    <>
      <ActionButton action={action} variant="primary" busy={busy} className="min-h-11 px-4" />
      {preview && (
        <AskFirst
          title={t`Save ${namesWords(preview.names.length)}?`}
          confirm={t`Save`}
          command={command}
          onConfirm={() => save(preview)}
          onClose={() => setPreview(null)}
        >
          <p className="font-medium">{changesWords(preview.total)}</p>
          <ChangedOrders {...preview} />
          <p className="text-muted text-sm">{t`Orders on the road keep their payment.`}</p>
        </AskFirst>
      )}
    </>
  );
}

function namesWords(count: number): string {
  return t`${plural(count, { one: '# meaning', other: '# meanings' })}`;
}

function changesWords(total: number): string {
  if (total === 0) return t`No open order changes.`;
  return t`${plural(total, { one: '# open order changes:', other: '# open orders change:' })}`;
}
