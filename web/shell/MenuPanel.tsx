import { t } from '@lingui/core/macro';
import { type ReactNode, useCallback } from 'react';
import { useLoaded } from '../ui/use-loaded.ts';

const loadSheet = async () => (await import('../ui/Dialog.tsx')).Sheet;

type Props = { open: boolean; onOpenChange: (open: boolean) => void; children: ReactNode };

/**
 * The menu as a panel, on screens without room for a sidebar. The code of the panel is loaded when it is
 * first opened.
 */
export function MenuPanel({ open, onOpenChange, children }: Props) {
  const close = useCallback(() => onOpenChange(false), [onOpenChange]);
  const Sheet = useLoaded(loadSheet, open, close);
  return (
    Sheet && (
      <Sheet open={open} onOpenChange={onOpenChange} title={t`Menu`}>
        {children}
      </Sheet>
    )
  );
}
