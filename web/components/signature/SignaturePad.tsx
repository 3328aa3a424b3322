import { t } from '@lingui/core/macro';
import { Check, Eraser, Keyboard, type LucideIcon, PenLine } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { enterMovesFocus } from '../../ui/enter-moves-focus.ts';
import { Field } from '../../ui/Field.tsx';
import { MissingMark } from '../../ui/MissingMark.tsx';
import type { Mark } from '../../ui/use-missing.ts';
import { DrawnInk } from './DrawnInk.tsx';
import { isSigned, type Signature } from './signature.ts';
import { PAPER, typedPng } from './signature-png.ts';
import { drawTypedName } from './typed-name.ts';

type Props = {
  /** For example 'Driver Signature'. */
  label: string;
  /** The signer's name, printed under the line; empty while no person is chosen. */
  signer: string;
  value: Signature | null;
  onChange(value: Signature | null): void;
  clearLabel?: string;
  height_px: number;
  /** The maximum width; without it the pad fills the available width. */
  width_px?: number;
  disabled?: boolean;
} & Partial<Mark>;

const MAX_NAME_LENGTH = 120;

/** Has a fixed height and place next to or above the controls, so that its text never moves them. */
const STATUS = 'flex min-h-6 min-w-[min(11rem,100%)] flex-1 items-center gap-1.5 text-muted text-sm';

/**
 * White paper with a signature line: drawn with finger, pen or mouse, or signed by typing a name. Screen
 * readers announce signing and clearing. A reported value counts as a signature only if `isSigned` returns
 * true.
 */
export function SignaturePad({
  label,
  signer,
  value,
  onChange,
  clearLabel = t`Clear`,
  height_px,
  width_px,
  disabled = false,
  missing,
  'data-part': part,
}: Props) {
  const [typing, setTyping] = useState(value?.kind === 'typed');
  const [cleared, setCleared] = useState(false);
  const reported = useRef(value);
  const statusId = useId();
  const markId = useId();

  // Cleared from outside: the next person starts by drawing.
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setTyping(value?.kind === 'typed');
    setCleared(value === null);
  }, [value]);

  function change(next: Signature | null): void {
    reported.current = next;
    setCleared(next === null && value !== null);
    if (next !== value) onChange(next);
  }

  const typed_name = value?.kind === 'typed' ? value.name : '';
  const onlyDots = value?.kind === 'drawn' && !isSigned(value);
  const state = stateOf(value, cleared);
  return (
    <fieldset
      disabled={disabled}
      data-part={part}
      aria-invalid={missing ? true : undefined}
      aria-describedby={classNames(statusId, missing && markId)}
      className="group flex min-w-0 flex-col"
      style={{ maxWidth: width_px }}
    >
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div
        className="overflow-hidden rounded-card outline outline-field group-aria-invalid:outline-2 group-aria-invalid:outline-danger"
        style={{ position: 'relative', height: height_px, background: PAPER, colorScheme: 'light' }}
      >
        {typing ? (
          <TypedInk name={typed_name} label={`${label}, ${state.spoken}`} />
        ) : (
          <DrawnInk name={`${label}, ${state.spoken}`} value={value} disabled={disabled} onChange={change} />
        )}
        <LineToSignOn signer={signer} />
      </div>
      <MissingMark id={markId} words={missing} />
      <div className="mt-1 flex flex-wrap items-center">
        <p id={statusId} role="status" className={STATUS}>
          {state.signed && <Check size={16} className="text-done" />}
          {onlyDots ? t`A dot is not a signature` : state.words}
        </p>
        <div className="-mx-2 flex flex-wrap">
          <Control
            icon={typing ? PenLine : Keyboard}
            words={typing ? t`Draw instead` : t`Type name instead`}
            onClick={() => {
              setTyping(!typing);
              change(null);
            }}
          />
          <Control icon={Eraser} words={clearLabel} onClick={() => change(null)} />
        </div>
      </div>
      {typing && (
        <NameInput
          value={typed_name}
          disabled={disabled}
          onName={(name) => change(name === '' ? null : { kind: 'typed', png: typedPng(name), name })}
        />
      )}
    </fieldset>
  );
}

/** Shows a typed name as it will be stored and printed. */
function TypedInk({ name, label }: { name: string; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const blank = name.trim() === '';
  useEffect(() => {
    if (!blank && canvas.current) drawTypedName(canvas.current, name);
  }, [name, blank]);
  return (
    <canvas
      ref={canvas}
      hidden={blank}
      role="img"
      aria-label={label}
      className="absolute inset-x-10 bottom-8 h-20 max-h-[calc(100%-2.5rem)] w-[calc(100%-5rem)] object-contain object-bottom"
    />
  );
}

type NameProps = { value: string; disabled: boolean; onName(name: string): void };

/** The field for a typed name; takes the focus when it appears. */
function NameInput({ value, disabled, onName }: NameProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <Field
      ref={field}
      label={t`Full name, as a signature`}
      value={value}
      disabled={disabled}
      dir="auto"
      autoComplete="off"
      spellCheck={false}
      maxLength={MAX_NAME_LENGTH}
      // Enter ends the name; it must not submit the form.
      enterKeyHint="done"
      onChange={(event) => onName(event.target.value)}
      onKeyDown={enterMovesFocus}
    />
  );
}

/**
 * A control narrower than the form's buttons, so that two fit under the narrowest pad, with the same touch
 * height.
 */
function Control({ icon: Icon, words, onClick }: { icon: LucideIcon; words: string; onClick(): void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-card px-2 font-medium text-sm hover:bg-sunken disabled:text-muted"
    >
      <Icon size={18} />
      {words}
    </button>
  );
}

/** Drawn over the canvas, outside its ink; it ignores touches and is not part of the picture. */
function LineToSignOn({ signer }: { signer: string }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-4 bottom-1.5 text-[#51605d] text-xs"
    >
      <div className="flex items-end gap-1.5 border-[#788683] border-b pb-0.5 leading-none">×</div>
      <p dir="auto" className="truncate pt-1 text-center leading-4">
        {signer || '\u00a0'}
      </p>
    </div>
  );
}

function stateOf(value: Signature | null, cleared: boolean) {
  if (isSigned(value)) {
    const words = value.kind === 'typed' ? t`Signed by typed name` : t`Signed`;
    return { signed: true, words, spoken: words.toLowerCase() };
  }
  return { signed: false, words: cleared ? t`Cleared` : '', spoken: t`not signed` };
}
