import { lazy, type ReactNode, Suspense, useState } from 'react';

const Sheet = lazy(async () => ({ default: (await import('../ui/Sheet.tsx')).Sheet }));

type Props = { open: boolean; onOpenChange: (open: boolean) => void; children: ReactNode };

/** The panel that holds the sidebar on phones; what makes it is loaded when it is first opened, or ahead. */
export function MenuPanel({ open, onOpenChange, children }: Props) {
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Sheet open={open} onOpenChange={onOpenChange} title="Menu">
        {children}
      </Sheet>
    </Suspense>
  );
}
