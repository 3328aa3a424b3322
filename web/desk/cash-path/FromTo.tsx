import { t } from '@lingui/core/macro';
import type { CashHolder } from '../../../contract/schemas/cash-records.ts';
import { holderText } from './movement-messages.ts';

/** The giver and the recipient; each name keeps its own text direction. */
export function FromTo({ from, to }: { from: CashHolder; to: CashHolder }) {
  return (
    <span className="wrap-anywhere">
      <bdi>{holderText(from)}</bdi>
      <Arrow />
      <bdi>{holderText(to)}</bdi>
    </span>
  );
}

/** An arrow in the direction of the text. */
export function Arrow() {
  return (
    <>
      <span aria-hidden="true" className="inline-block whitespace-pre text-muted rtl:-scale-x-100">
        {' → '}
      </span>
      <span className="sr-only">{t` to `}</span>
    </>
  );
}
