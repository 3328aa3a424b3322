import { t } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ENCODINGS, type Encoding } from '../../../../contract/rules/encodings/encodings.ts';
import { thisTab } from '../../../environment/this-tab.ts';
import { Select } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import type { ForeignRow, FileEncoding as Found } from '../reader/foreign-rows.ts';
import { encodingText } from './encoding-messages.ts';

type Props = { encoding: Found; onEncoding: (encoding: Encoding) => void };

/**
 * True until the re-read file is shown. Arrow keys select one encoding after the other: the focus must
 * return.
 */
let is_changing = false;

/** The encoding of a text file, with sample rows. The user has to check a guess. */
export function FileEncoding({ encoding: { name, by, is_ascii, rows }, onEncoding }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!is_changing) return;
    is_changing = false;
    // The page first moves the focus to its heading.
    return thisTab.timer.after(0, () => place.current?.querySelector('select')?.focus());
  }, []);
  if (is_ascii) return null;

  const choice = (
    <div ref={place} className="mt-2 flex min-w-0 flex-col gap-3">
      <div className="max-w-sm">
        <Select
          label={t`Encoding`}
          value={name}
          placeholder={t`Choose an encoding`}
          options={ENCODINGS.map((one) => ({ value: one, label: encodingText(one) }))}
          onValue={(value) => {
            const chosen = ENCODINGS.find((one) => one === value);
            if (!chosen) return;
            is_changing = true;
            onEncoding(chosen);
          }}
        />
      </div>
      {rows.length > 0 && <ForeignRows rows={rows} />}
    </div>
  );
  if (by === 'guessed' || by === 'broken') {
    const title =
      by === 'guessed'
        ? t`Check the names: the encoding of this file is a guess`
        : t`Some characters of this file cannot be read`;
    return (
      <Notice tone="warn" icon={TriangleAlert} title={title}>
        <p>
          {by === 'guessed'
            ? t`If these rows are not readable, choose another encoding.`
            : t`Imported cells with such a character are errors. If all names are wrong, choose another encoding.`}
        </p>
        {choice}
      </Notice>
    );
  }
  return (
    <details open={by === 'chosen'} className="text-sm">
      <summary className="min-h-9 cursor-pointer text-muted">{t`Encoding: ${encodingText(name)}`}</summary>
      {choice}
    </details>
  );
}

function ForeignRows({ rows }: { rows: readonly ForeignRow[] }) {
  return (
    <ul aria-label={t`Rows of the file in this encoding`} className="flex flex-col gap-1">
      {rows.map(({ line, cells }) => (
        <li key={line} className="wrap-anywhere">
          <span className="text-muted">{t`Line ${line}:`}</span>{' '}
          {cells.map((cell, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells of one row never change their order
            <bdi key={at} className="me-3 inline-block max-w-full">
              {cell}
            </bdi>
          ))}
        </li>
      ))}
    </ul>
  );
}
