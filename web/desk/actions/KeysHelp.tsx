import { t } from '@lingui/core/macro';
import { useState, useSyncExternalStore } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { offeredActions } from './desk-actions.ts';
import { KeyHint } from './KeyHint.tsx';
import { singleKeys } from './single-keys.ts';

/** Every key that does something here. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const [groups] = useState(() =>
    offeredActions()
      .map(({ title, actions }) => ({ title, actions: actions.filter(({ key }) => key !== undefined) }))
      .filter(({ actions }) => actions.length > 0),
  );
  const on = useSyncExternalStore(singleKeys.subscribe, singleKeys.on);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t`Keys`}>
      {groups.map(({ title, actions }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <section key={at} className="flex flex-col gap-1">
          <h3 className="font-medium text-muted text-sm">{title}</h3>
          <dl className="flex flex-col">
            {actions.map(({ id, title: words, key = '' }) => (
              <div key={id} className="flex items-center justify-between gap-3 py-0.5">
                <dt>{words}</dt>
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
        label={t`Letters alone do something while no field is being typed in`}
        checked={on}
        onChecked={singleKeys.turn}
      />
      <Button variant="secondary" onClick={onClose}>{t`Close`}</Button>
    </Dialog>
  );
}
