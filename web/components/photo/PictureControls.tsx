import { t } from '@lingui/core/macro';
import { Camera, ImageUp, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/Spinner.tsx';

type ControlProps = {
  label: string;
  icon: LucideIcon;
  /** Opens the rear camera instead of the files, where there is one. */
  camera?: boolean;
  disabled: boolean;
  /** Before the camera or the file chooser opens. */
  onOpen?: (() => void) | undefined;
  onFile(file: File): void;
};

type Props = Pick<ControlProps, 'disabled' | 'onOpen' | 'onFile'> & {
  /** What is said while the chosen file is made smaller; null while none is. */
  working: string | null;
};

/** Takes a picture or chooses one; below the two ways a line that says when it is being prepared. */
export function PictureControls({ working, ...control }: Props) {
  const controls = { ...control, disabled: control.disabled || working !== null };
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <FileControl label={t`Take photo`} icon={Camera} camera {...controls} />
        <FileControl label={t`Choose file`} icon={ImageUp} {...controls} />
      </div>
      <p role="status" className="flex items-center gap-2 text-muted text-sm empty:hidden">
        {working && (
          <>
            <Spinner />
            {working}
          </>
        )}
      </p>
    </>
  );
}

/**
 * A file input that looks like a button. The input lies over the whole button, so it is the target itself, for thumbs,
 * keyboards and screen readers; each choice gets a new one, because iOS does not report the same file twice.
 */
function FileControl({ label, icon: Icon, camera = false, disabled, onOpen, onFile }: ControlProps) {
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
      <Icon size={20} />
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
