import { type ReactNode, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';

type Props = {
  label: string;
  icon: ReactNode;
  /** Opens the rear camera instead of the files, where there is one. */
  camera?: boolean;
  disabled: boolean;
  onOpen(): void;
  onFile(file: File): void;
};

/**
 * A file input that looks like a button. The input lies over the whole button, so it is the target itself, for thumbs,
 * keyboards and screen readers; each choice gets a new one, because iOS does not report the same file twice.
 */
export function FileControl({ label, icon, camera = false, disabled, onOpen, onFile }: Props) {
  const [uses, setUses] = useState(0);
  return (
    <label
      className={classNames(
        'relative inline-flex min-h-11 flex-1 items-center justify-center gap-2 rounded-card border px-4 py-2',
        'font-semibold transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
        'has-focus-visible:outline-accent',
        disabled ? 'border-line bg-sunken text-muted' : 'border-field bg-surface text-ink hover:bg-sunken',
      )}
    >
      {icon}
      {label}
      <input
        key={uses}
        type="file"
        accept="image/*"
        capture={camera ? 'environment' : undefined}
        disabled={disabled}
        className="absolute inset-0 size-full cursor-[inherit] text-[0] opacity-0"
        onClick={onOpen}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (!file) return;
          setUses(uses + 1);
          onFile(file);
        }}
      />
    </label>
  );
}
