import { t } from '@lingui/core/macro';
import { Search } from 'lucide-react';
import { useRef } from 'react';
import { useDeskActions } from '../actions/desk-actions.ts';
import { KeyHint } from '../actions/KeyHint.tsx';

type Props = { typed: string; onType: (words: string) => void };

/** Filters the board by driver name; Escape shows all drivers again. */
export function FindDriver({ typed, onType }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const find = { id: 'find_driver', title: t`Find a driver`, key: '/', run: () => field.current?.focus() };
  useDeskActions(t`Drivers`, [find]);
  return (
    <label className="flex min-h-9 items-center gap-2 rounded-card border border-field bg-surface px-2.5 focus-within:outline focus-within:outline-2 focus-within:outline-accent pointer-coarse:min-h-12">
      <Search size={16} className="shrink-0 text-muted" />
      <span className="sr-only">{t`Find a driver`}</span>
      <input
        ref={field}
        type="search"
        value={typed}
        placeholder={t`Find a driver`}
        autoComplete="off"
        dir="auto"
        className="w-40 min-w-0 bg-transparent text-base outline-none placeholder:text-muted md:text-sm"
        onChange={({ target }) => onType(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          onType('');
          event.currentTarget.blur();
        }}
      />
      <KeyHint keys="/" />
    </label>
  );
}
