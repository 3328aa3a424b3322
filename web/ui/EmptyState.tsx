import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  icon: LucideIcon;
  title: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
  /** True if the page has no other content: the title becomes its heading. */
  alone?: boolean;
};

/** Explains why there is nothing to show and offers the next action. */
export function EmptyState({ icon: Icon, title, description, action, alone = false }: Props) {
  const Title = alone ? 'h1' : 'p';
  return (
    <div className="flex flex-col items-center gap-2 rounded-card border border-line bg-surface px-6 py-12 text-center">
      <span className="mb-2 grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon size={28} />
      </span>
      <Title className="font-semibold text-section">{title}</Title>
      {description && <p className="max-w-prose text-muted">{description}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
