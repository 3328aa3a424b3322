import { plural, t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import type { EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import { NAMES_AT_ONCE_MAX } from '../../../contract/rules/import/source-names.ts';
import type { NameDefinition } from '../../../contract/schemas/names.ts';
import { messageOf } from '../../api/problem-messages.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { useBusy } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { ChangedOrders } from './ChangedOrders.tsx';

type Preview = EndpointResponse<'preview_names'> & { names: NameDefinition[] };

type Options = {
  onSaved: (names: NameDefinition[]) => void;
  /** Another user has defined one of the names since it was read. */
  onOutdated: () => void;
  /** True to show the dialog also if no open order changes. */
  always?: boolean;
};

type SaveNames = {
  busy: boolean;
  /** Shows the open orders that the first of these definitions change, then saves them. */
  save: (definitions: NameDefinition[]) => void;
  /** The dialog with these orders; null while it is closed. */
  question: ReactNode;
};

/** Saves meanings after showing the open orders that they change. */
export function useSaveNames({ onSaved, onOutdated, always = false }: Options): SaveNames {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [busy, run] = useBusy();
  const command = useMemoryCommand('define_names', {
    failed: t`Not saved`,
    refused: ({ code }) => (code === 'already_exists' ? outdatedText() : null),
    onRefused({ code }) {
      if (code !== 'already_exists') return;
      setPreview(null);
      onOutdated();
    },
  });

  async function showPreview(definitions: NameDefinition[]): Promise<void> {
    const names = definitions.slice(0, NAMES_AT_ONCE_MAX);
    try {
      const shown = { names, ...(await callEndpoint('preview_names', { body: { names } })) };
      setPreview(shown);
      if (shown.total === 0 && !always) await save(shown);
    } catch (error) {
      showToast({ kind: 'error', title: t`The orders could not be loaded`, description: messageOf(error) });
    }
  }

  async function save({ names }: Preview): Promise<void> {
    const description = namesText(names.length);
    if (!(await command.send({ names }, { kind: 'success', title: t`Saved`, description }))) return;
    setPreview(null);
    onSaved(names);
  }

  const asks = preview !== null && (always || preview.total > 0 || command.unknown);
  return {
    busy,
    save: (definitions) => void run(() => showPreview(definitions)),
    question: asks && (
      <ConfirmDialog
        title={t`Save ${namesText(preview.names.length)}?`}
        confirm={t`Save`}
        command={command}
        onConfirm={() => save(preview)}
        onClose={() => setPreview(null)}
      >
        <p className="font-medium">{changesText(preview.total)}</p>
        <ChangedOrders {...preview} />
        <p className="text-muted text-sm">{t`Orders on the road keep their payment.`}</p>
      </ConfirmDialog>
    ),
  };
}

function outdatedText(): string {
  return t`Another user has defined one of these names meanwhile. Check its meaning, then save again.`;
}

function namesText(count: number): string {
  return t`${plural(count, { one: '# meaning', other: '# meanings' })}`;
}

function changesText(total: number): string {
  if (total === 0) return t`No open order changes.`;
  return t`${plural(total, { one: '# open order changes:', other: '# open orders change:' })}`;
}
