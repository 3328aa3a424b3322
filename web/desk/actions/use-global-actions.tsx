import { t } from '@lingui/core/macro';
import { type ComponentType, type ReactNode, useCallback, useState } from 'react';
import { useLocation } from 'wouter';
import { mayAccess } from '../../../contract/rules/roles.ts';
import { PROFILE_PATH } from '../../components/dashboard-paths.ts';
import { translateDescriptor } from '../../messages/i18n.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import type { DeskPlace } from '../shell/desk-places.ts';
import { type DeskAction, useDeskActions } from './desk-actions.ts';

type Over = ComponentType<{ onClose: () => void }>;

const LOADS = {
  palette: async (): Promise<Over> => (await import('./Palette.tsx')).Palette,
  help: async (): Promise<Over> => (await import('./KeysHelp.tsx')).KeysHelp,
};

export type GlobalActions = {
  palette: DeskAction;
  help: DeskAction;
  /** The dialog of the action that is open. */
  dialog: ReactNode;
};

/** The actions available everywhere: find an action, see the keys, go to another place. */
export function useGlobalActions(places: readonly DeskPlace[], role: string | null): GlobalActions {
  const [, navigate] = useLocation();
  const [open, setOpen] = useState<keyof typeof LOADS | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const Palette = useLoaded(LOADS.palette, open === 'palette', close);
  const Help = useLoaded(LOADS.help, open === 'help', close);
  const palette = { id: 'palette', title: t`Find`, key: 'mod+k', run: () => setOpen('palette') };
  const help = { id: 'help', title: t`Shortcuts`, key: '?', run: () => setOpen('help') };
  const goTo = places
    .filter(({ menu, access }) => menu !== null && mayAccess(access, role))
    .map(({ path, title, menu }) => ({
      id: path,
      title: translateDescriptor(title),
      key: `g ${menu?.key}`,
      run: () => navigate(path),
    }));
  useDeskActions(t`Shop desk`, [{ ...palette, by_key_only: true }, help]);
  useDeskActions(t`Go to`, [
    ...goTo,
    { id: 'dashboard', title: t`Driver Dashboard`, run: () => navigate(PROFILE_PATH) },
  ]);
  const dialog = (
    <>
      {open === 'palette' && Palette && <Palette onClose={close} />}
      {open === 'help' && Help && <Help onClose={close} />}
    </>
  );
  return { palette, help, dialog };
}
