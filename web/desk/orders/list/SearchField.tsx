import { t } from '@lingui/core/macro';
import { Search } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { useMedia } from '../../../ui/surroundings.ts';
import { useDeskActions } from '../../actions/desk-actions.ts';
import { KeyHint } from '../../actions/KeyHint.tsx';
import type { OrderSearch } from './use-search.ts';

type Props = {
  search: OrderSearch;
  /** To the first row. */
  onDown: () => void;
};

/** One search over number, phone, name, address, area and driver of every order. */
export function SearchField({ search, onDown }: Props) {
  const input: RefObject<HTMLInputElement | null> = useRef(null);
  const roomy = useMedia('(min-width: 40rem)');
  useDeskActions(t`Orders`, [
    { id: 'search', title: t`Search all orders`, key: '/', run: () => input.current?.focus() },
  ]);
  return (
    <div className="relative min-w-0 flex-1">
      <Search
        size={16}
        className="pointer-events-none absolute inset-y-0 start-2.5 my-auto text-muted"
        aria-hidden="true"
      />
      <input
        ref={input}
        type="search"
        aria-label={t`Search all orders`}
        placeholder={roomy ? t`Number, phone, name, address, driver` : t`Search`}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        value={search.typed}
        onChange={(event) => search.type(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') {
            search.type('');
            event.currentTarget.blur();
          } else if (event.key === 'Enter' || event.key === 'ArrowDown') onDown();
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
