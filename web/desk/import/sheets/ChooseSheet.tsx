import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/Button.tsx';
import type { OpenedFacts } from '../reader/reader-worker.ts';

type Props = {
  file: File;
  choices: OpenedFacts['choices'];
  onSheet: (sheet: string) => void;
  onOther: () => void;
};

/** Asks which of several sheets contains the orders. */
export function ChooseSheet({ file, choices, onSheet, onOther }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section className="flex max-w-2xl flex-col gap-4">
      <div>
        <h3 ref={heading} tabIndex={-1} className="break-words font-semibold text-section">
          <bdi>{file.name}</bdi>
        </h3>
        <p className="text-muted">{t`Several sheets of this file may have the orders. Choose one.`}</p>
      </div>
      <ul className="flex flex-col gap-2">
        {choices.map(({ name, header }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onSheet(name)}
              className="flex min-h-12 w-full min-w-0 flex-col rounded-card border border-field bg-surface px-4 py-3 text-start hover:bg-sunken"
            >
              <bdi className="wrap-anywhere font-semibold">{name}</bdi>
              <span className="wrap-anywhere line-clamp-2 text-muted text-sm">{header.join(' · ')}</span>
            </button>
          </li>
        ))}
      </ul>
      <div>
        <Button variant="secondary" onClick={onOther}>
          {t`Choose another file`}
        </Button>
      </div>
    </section>
  );
}
