import { t } from '@lingui/core/macro';
import { LogOut } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '../../ui/Button.tsx';
import { firstUsable } from '../../ui/usable.ts';
import { useImportNow } from '../import/use-import-now.ts';
import { loadUnsent } from '../unsent/load-unsent.ts';

/** The check for unsent work is loaded once the desk is usable, so that it does not delay the desk. */
const SignOut = lazy(async () => {
  await firstUsable;
  const [{ SignOutButton }] = await Promise.all([import('../../shell/SignOutButton.tsx'), loadUnsent()]);
  return { default: SignOutButton };
});

/** Signs out; asks for confirmation if this device has unsent work. */
export function DeskSignOut() {
  const { state } = useImportNow();
  const import_warning =
    state.at === 'importing'
      ? t`${state.file_name} is still being imported. The import stops; orders already imported are kept.`
      : null;
  return (
    <Suspense
      fallback={
        <Button variant="quiet" disabled className="w-full justify-start px-3 font-medium">
          <LogOut size={20} className="shrink-0" />
          {t`Sign Out`}
        </Button>
      }
    >
      <SignOut collapsed={false} going_on={import_warning} />
    </Suspense>
  );
}
