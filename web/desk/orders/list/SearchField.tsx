import { t } from '@lingui/core/macro';
import { Search } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import { useDeskActions } from '../../actions/desk-actions.ts';
import { KeyHint } from '../../actions/KeyHint.tsx';
import type { OrderSearch } from './use-search.ts';

type Props = {
  search: OrderSearch;
  /** True while details cover the list. */
  covered: boolean;
  /** Moves the focus to the first row found. */
  onDown: () => void;
};

/** A search over the number, phone, name, address, area and driver of every order. */
export function SearchField({ search, covered, onDown }: Props) {
  const input: RefObject<HTMLInputElement | null> = useRef(null);
  const roomy = useMedia('(min-width: 40rem)');
  const action = { id: 'search', title: t`Search all orders`, key: '/', run: () => input.current?.focus() };
  useDeskActions(t`Orders`, covered ? [] : [action]);
  const enter = useEnter(search, onDown);
  return (
    <div className="relative min-w-0 flex-1">
      <SearchIcon pending={search.pending} />
      <input
        ref={input}
        type="search"
        aria-label={t`Search all orders`}
        placeholder={roomy ? t`Number, phone, name, address, driver` : t`Search`}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        value={search.typed}
        onChange={(event) => {
          enter.takeBack();
          search.type(event.target.value);
        }}
        onBlur={enter.takeBack}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') {
            search.type('');
            event.currentTarget.blur();
          } else if (event.key === 'Enter' || event.key === 'ArrowDown') enter.press();
          else return;
          event.preventDefault();
        }}
        className="min-h-9 w-full text-ellipsis rounded-card border border-field bg-surface py-1 ps-8 pe-2 text-base focus-visible:outline-offset-0 lg:text-sm pointer-fine:pe-8 pointer-coarse:min-h-12"
      />
      {search.typed === '' && (
        <span className="pointer-events-none absolute inset-y-0 end-2.5 flex items-center">
          <KeyHint keys="/" />
        </span>
      )}
    </div>
  );
}

/**
 * Enter moves to the first row found with the typed text, once it is loaded; never to a row of another text.
 */
function useEnter({ pending, failed, ask }: OrderSearch, onDown: () => void) {
  const [entered, setEntered] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the response has arrived
  useEffect(() => {
    if (pending || !entered) return;
    setEntered(false);
    if (!failed) onDown();
  }, [pending]);
  return {
    press: () => {
      if (!pending && !failed) return onDown();
      setEntered(true);
      ask();
    },
    takeBack: () => setEntered(false),
  };
}

/** Becomes a spinner if a response takes long. */
function SearchIcon({ pending }: { pending: boolean }) {
  const place =
    'pointer-events-none absolute inset-y-0 start-2.5 my-auto flex items-center text-muted transition-opacity';
  return (
    <>
      <span className={classNames(place, pending && 'opacity-0 delay-300')}>
        <Search size={16} aria-hidden="true" />
      </span>
      <span className={classNames(place, pending ? 'delay-300' : 'opacity-0')}>
        <Spinner size={16} />
      </span>
    </>
  );
}
