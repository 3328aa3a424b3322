import { t } from '@lingui/core/macro';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

type Props = { busy: boolean; onLoad: () => void };

/** Shown in a form whose settings were changed meanwhile by someone else; its input stays until `onLoad`. */
export function SettingsChanged({ busy, onLoad }: Props) {
  return (
    <Notice
      tone="danger"
      title={t`These settings have changed meanwhile`}
      action={
        <Button variant="secondary" busy={busy} onClick={onLoad}>
          {t`Load the new settings`}
        </Button>
      }
    >
      {t`Your changes are not saved. They are replaced when you load the new settings.`}
    </Notice>
  );
}
