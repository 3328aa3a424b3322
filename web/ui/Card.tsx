import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** A neutral surface with one border; padding is 16 px on phones (also in landscape), 24 px on desktops. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      {...rest}
      className={classNames('rounded-card border border-line bg-surface p-4 md:p-6 low:p-4!', className)}
    />
  );
}

type TitleProps = { icon?: LucideIcon; children: ReactNode; id: string };

export function CardTitle({ icon: Icon, children, id }: TitleProps) {
  return (
    <h3 id={id} className="flex items-center gap-2 wrap-anywhere font-semibold text-section">
      {Icon && <Icon size={20} className="shrink-0 text-accent" />}
      {children}
    </h3>
  );
}

type TitledProps = { icon?: LucideIcon; title: string; className?: string; children: ReactNode };

/** A card labelled by the title at its top. */
export function TitledCard({ icon, title, className = 'flex flex-col gap-4', children }: TitledProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className={className}>
      <CardTitle id={id} {...(icon ? { icon } : {})}>
        {title}
      </CardTitle>
      {children}
    </Card>
  );
}
