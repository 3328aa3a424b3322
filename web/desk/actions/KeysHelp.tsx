import { t } from '@lingui/core/macro';
import { useState, useSyncExternalStore } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { type ActionGroup, offeredActions } from './desk-actions.ts';
import { KeyHint } from './KeyHint.tsx';
import { singleKeys } from './single-keys.ts';

/** Lists every key that has an action here. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const [groups] = useState(groupsOfKeys);
  const on = useSyncExternalStore(singleKeys.subscribe, singleKeys.on);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t`Shortcuts`}>
      {groups.map(({ title, actions }) => (
        <section key={title} className="flex flex-col gap-1">
          <h3 className="font-medium text-muted text-sm">{title}</h3>
          <dl className="flex flex-col">
            {actions.map(({ title: text, key = '' }) => (
              <div key={key} className="flex items-center justify-between gap-3 py-0.5">
                <dt>{text}</dt>
                <dd>
                  <span className="sr-only">{key}</span>
                  <KeyHint keys={key} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Checkbox
        label={t`Use single-letter shortcuts outside text fields`}
        checked={on}
        onChecked={singleKeys.turn}
      />
      <Button variant="secondary" onClick={onClose}>{t`Close`}</Button>
    </Dialog>
  );
}

/** Merges groups with the same title, since several components may offer actions of one place. */
function groupsOfKeys(): ActionGroup[] {
  const groups = new Map<string, ActionGroup['actions']>();
  for (const { title, actions } of offeredActions()) {
    const with_keys = actions.filter(({ key }) => key !== undefined);
    if (with_keys.length > 0) groups.set(title, [...(groups.get(title) ?? []), ...with_keys]);
  }
  return [...groups].map(([title, actions]) => ({ title, actions }));
}
