import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Choice } from '../pick/choices.ts';
import { PickDialog } from '../pick/PickDialog.tsx';
import { type DeskAction, offeredActions } from './desk-actions.ts';

type Entry = Choice & { action: DeskAction };

/** Lists every action available here, searchable. */
export function Palette({ onClose }: { onClose: () => void }) {
  // Captured when the palette opens: once the dialog covers the page, it would offer no actions.
  const [entries] = useState(entriesNow);
  return (
    <PickDialog
      title={t`Find an action`}
      placeholder={t`Search actions and places`}
      choices={entries}
      none={t`No actions found.`}
      onPick={({ action }) => {
        onClose();
        action.run();
      }}
      onClose={onClose}
    />
  );
}

function entriesNow(): Entry[] {
  return offeredActions().flatMap((group, at) =>
    group.actions
      .filter(({ by_key_only }) => !by_key_only)
      .map((action) => ({
        id: `${at} ${action.id}`,
        title: action.title,
        detail: group.title,
        key: action.key,
        unavailable: action.unavailable,
        action,
      })),
  );
}
