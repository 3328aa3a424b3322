import type { LucideIcon } from 'lucide-react';
import { Button, type ButtonVariant } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { DeskAction } from './desk-actions.ts';
import { KeyHint } from './KeyHint.tsx';
import { ariaKeys } from './key-names.ts';
import { runAction } from './run-action.ts';

type Props = {
  action: DeskAction;
  icon?: LucideIcon;
  variant?: ButtonVariant;
  busy?: boolean;
  className?: string;
};

/**
 * A button with the key of its action. A disabled action stays focusable and gives the reason when pressed.
 */
export function ActionButton({ action, icon: Icon, variant = 'quiet', busy = false, className }: Props) {
  const { title, key, unavailable } = action;
  return (
    <Button
      variant={variant}
      busy={busy}
      aria-disabled={unavailable === undefined ? undefined : true}
      aria-keyshortcuts={key && ariaKeys(key)}
      title={unavailable}
      onClick={() => runAction(action)}
      className={classNames(
        'shrink-0 whitespace-nowrap pointer-fine:min-h-9 px-2.5 py-1 font-medium text-sm',
        className,
      )}
    >
      {Icon && <Icon size={16} className="shrink-0" />}
      {title}
      {key && <KeyHint keys={key} />}
    </Button>
  );
}
