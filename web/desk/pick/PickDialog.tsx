import { t } from '@lingui/core/macro';
import { Search } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Modal } from '../../ui/Modal.tsx';
import { ToastPlace } from '../../ui/ToastPlace.tsx';
import { KeyHint } from '../actions/KeyHint.tsx';
import { type Choice, matching } from './choices.ts';

type Props<C extends Choice> = {
  title: string;
  /** A hint about the text to type. */
  placeholder: string;
  choices: readonly C[];
  /** True while the choices are loading: Enter then picks the marked one as soon as they are loaded. */
  loading?: boolean;
  /** The text for an empty list of choices. */
  none: string;
  onPick: (choice: C) => void;
  onClose: () => void;
};

/** Picks one of many choices: typing filters, arrows move, Enter picks, Escape closes. */
export function PickDialog<C extends Choice>(props: Props<C>) {
  const { title, placeholder, choices, loading = false, none, onPick, onClose } = props;
  const [typed, setTyped] = useState('');
  const [held, setHeld] = useState<Held | null>(null);
  const [entered, setEntered] = useState(false);
  const list_id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const found = matching(choices, typed);
  // By id: updates add and remove choices, and Enter must pick the marked one or nothing.
  const current = held ? found.findIndex(({ id }) => id === held.id) : 0;
  const gone = held !== null && current < 0 && found.length > 0;
  const marked = found[current];
  if (marked && (marked.id !== held?.id || current !== held.at)) setHeld({ id: marked.id, at: current });
  const optionId = (index: number) => `${list_id}-${index}`;

  useLayoutEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  function pick(choice: C | undefined): void {
    if (loading) setEntered(true);
    else if (choice && choice.unavailable === undefined) onPick(choice);
  }

  const awaited = entered && !loading;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the choices are loaded
  useEffect(() => {
    if (!awaited) return;
    setEntered(false);
    pick(marked);
  }, [awaited]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setHeld(heldAt(found, gone ? placeBeside(held.at, step) : current + step));
    else if (event.key === 'Enter') pick(marked);
    else return;
    event.preventDefault();
  }

  return (
    <Modal
      open
      onOpenChange={(open) => !open && onClose()}
      described={false}
      focusFirst={(content) => input.current ?? content}
      className="fixed inset-x-4 top-[max(1rem,12dvh)] z-50 mx-auto flex max-h-[min(32rem,76dvh)] max-w-xl animate-[fade-in_120ms_ease-out] flex-col overflow-hidden rounded-card bg-surface shadow-float"
    >
      <Radix.Title className="px-4 pt-3 font-semibold">{title}</Radix.Title>
      <div className="flex items-center gap-2 border-line border-b px-4 py-2">
        <Search size={18} className="shrink-0 text-muted" />
        <input
          ref={input}
          role="combobox"
          aria-label={title}
          aria-expanded={found.length > 0}
          aria-controls={list_id}
          aria-autocomplete="list"
          aria-activedescendant={marked && optionId(current)}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          className="min-h-11 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
          placeholder={placeholder}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setHeld(null);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {found.length === 0 && (
        <p role="status" className="px-4 py-6 text-muted">
          {choices.length === 0 ? none : t`Nothing matches.`}
        </p>
      )}
      {gone && (
        <p role="status" className="px-4 py-2 text-muted text-sm">
          {t`The marked entry is no longer available. Choose another one.`}
        </p>
      )}
      <div ref={list} id={list_id} role="listbox" aria-label={title} className="overflow-y-auto">
        {found.map((choice, index) => (
          <Option
            key={choice.id}
            id={optionId(index)}
            choice={choice}
            current={index === current}
            onPick={() => pick(choice)}
            onPoint={() => setHeld({ id: choice.id, at: index })}
          />
        ))}
      </div>
      <ToastPlace level="dialog" />
    </Modal>
  );
}

/** The marked choice and its last position. */
type Held = { id: string; at: number };

/** Returns the choice at a position, wrapping around at both ends. */
function heldAt(found: readonly Choice[], at: number): Held | null {
  const place = (at + found.length) % Math.max(1, found.length);
  const choice = found[place];
  return choice ? { id: choice.id, at: place } : null;
}

/** Returns the position next to a choice that is gone; the choice after it is now at its position. */
function placeBeside(at: number, step: number): number {
  return step > 0 ? at : at - 1;
}

type OptionProps = { id: string; choice: Choice; current: boolean; onPick: () => void; onPoint: () => void };

function Option({ id, choice, current, onPick, onPoint }: OptionProps) {
  const { title, detail, key, unavailable } = choice;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys and the focus
    // biome-ignore lint/a11y/useFocusableInteractive: likewise
    <div
      id={id}
      role="option"
      aria-selected={current}
      aria-disabled={unavailable === undefined ? undefined : true}
      onClick={onPick}
      onPointerMove={onPoint}
      className={classNames(
        'flex min-h-9 cursor-pointer items-center gap-3 px-4 py-1.5 pointer-coarse:min-h-12',
        current && 'bg-accent-soft',
      )}
    >
      {/* A detail that does not fit next to the title is shown below it in full. */}
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
        <bdi className={classNames('min-w-0 truncate', unavailable !== undefined && 'text-muted')}>
          {title}
        </bdi>
        {(unavailable ?? detail) && (
          <span className="amount min-w-0 text-muted text-sm">{unavailable ?? detail}</span>
        )}
      </span>
      {key && <KeyHint keys={key} />}
    </div>
  );
}
