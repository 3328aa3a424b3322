import { t } from '@lingui/core/macro';
import { LogOut } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '../../ui/Button.tsx';
import { firstUsable } from '../../ui/usable.ts';
import { useImportNow } from '../import/use-import-now.ts';
import { loadUnsent } from '../unsent/load-unsent.ts';

/** What asks of unsent work first comes once the desk can be used, and at the latest when it is wanted. */
const SignOut = lazy(async () => {
  await firstUsable;
  const [{ SignOutButton }] = await Promise.all([import('../../shell/SignOutButton.tsx'), loadUnsent()]);
  return { default: SignOutButton };
});

/** Signs out; with unsent work on this device it asks first (ruling E2). */
export function DeskSignOut() {
  const { state } = useImportNow();
  const going_on =
    state.at === 'importing'
      ? t`${state.file_name} is still being imported: that stops, and what is written stays.`
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
      <SignOut collapsed={false} going_on={going_on} />
    </Suspense>
  );
}
