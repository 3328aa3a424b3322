import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Choice } from '../pick/choices.ts';
import { PickDialog } from '../pick/PickDialog.tsx';
import { type DeskAction, offeredActions } from './desk-actions.ts';

type Entry = Choice & { action: DeskAction };

/** Everything that can be done here, found by typing. */
export function Palette({ onClose }: { onClose: () => void }) {
  // As it was when the palette was opened: what lies over the page would offer nothing of its own.
  const [entries] = useState(entriesNow);
  return (
    <PickDialog
      title={t`What to do`}
      placeholder={t`Type what you want to do, or where to go`}
      choices={entries}
      none={t`There is nothing to do here.`}
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
