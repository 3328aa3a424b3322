import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A neutral surface with one border; breathes 16 px on phones, 24 px on desktops. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      {...rest}
      className={classNames('rounded-card border border-line bg-surface p-4 md:p-6', className)}
    />
  );
}

export function CardTitle({ icon, children, id }: { icon?: ReactNode; children: ReactNode; id?: string }) {
  return (
    <h3 id={id} className="flex items-center gap-2 font-semibold text-section">
      {icon && <span className="text-accent">{icon}</span>}
      {children}
    </h3>
  );
}
