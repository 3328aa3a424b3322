import { t } from '@lingui/core/macro';
import { Camera, ImageUp, type LucideIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { MissingMark } from '../../ui/MissingMark.tsx';
import { Spinner } from '../../ui/Spinner.tsx';

type ControlProps = {
  label: string;
  icon: LucideIcon;
  /** True for the rear camera, if there is one, instead of the file chooser. */
  camera?: boolean;
  /** `large` marks the most common choice. */
  size?: keyof typeof SIZES;
  disabled: boolean;
  /** Called before the camera or the file chooser opens. */
  onOpen?: (() => void) | undefined;
  onFile(file: File): void;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string;
};

const PLAIN = 'border-field bg-surface text-ink hover:bg-sunken';
const SIZES = {
  large: ['grow-2 min-h-14 px-3', 'border-accent bg-accent-soft text-accent hover:bg-sunken'],
  normal: ['grow min-h-11 px-3', PLAIN],
  small: ['min-h-11 px-2.5 text-sm', PLAIN],
} as const;

type Props = Pick<ControlProps, 'disabled' | 'onOpen' | 'onFile'> & {
  missing?: string | undefined;
  /** The text shown while the chosen file is shrunk; null otherwise. */
  working: string | null;
};

/** Buttons to take a picture (the common case) or to choose one, with progress and missing mark. */
export function PictureControls({ working, missing, ...control }: Props) {
  const id = useId();
  const disabled = control.disabled || working !== null;
  const marked = missing ? { 'aria-invalid': true, 'aria-describedby': id } : {};
  return (
    <>
      <div className="relative flex flex-wrap gap-2">
        <FileControl
          label={t`Take photo`}
          icon={Camera}
          camera
          size="large"
          {...control}
          {...marked}
          disabled={disabled}
        />
        <FileControl label={t`Choose file`} icon={ImageUp} {...control} disabled={disabled} />
        <PreparingLine words={working} />
      </div>
      <MissingMark id={id} words={missing} />
    </>
  );
}

/** Covers controls that are unusable meanwhile, so that nothing below them moves. */
export function PreparingLine({ words }: { words: string | null }) {
  return (
    <p
      role="status"
      className="absolute inset-0 flex items-center justify-center gap-2 rounded-card border border-line bg-sunken text-muted empty:hidden"
    >
      {words && (
        <>
          <Spinner />
          {words}
        </>
      )}
    </p>
  );
}

/**
 * A file input that looks like a button. The input covers the whole button and is itself the target for
 * touch, keyboard and screen readers. Each choice gets a new input, because iOS does not report the same file
 * twice.
 */
export function FileControl({
  label,
  icon: Icon,
  camera,
  size = 'normal',
  disabled,
  onOpen,
  onFile,
  ...input
}: ControlProps) {
  const [uses, setUses] = useState(0);
  const [layout, colours] = SIZES[size];
  return (
    <label
      className={classNames(
        'relative inline-flex items-center justify-center gap-2 rounded-card border py-2 font-semibold',
        'transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
        'has-focus-visible:outline-accent has-aria-invalid:border-danger has-aria-invalid:outline',
        'has-aria-invalid:outline-danger',
        layout,
        disabled ? 'border-line bg-sunken text-muted' : colours,
      )}
    >
      <Icon size={20} />
      {label}
      <input
        {...input}
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
