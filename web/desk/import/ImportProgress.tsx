import { t } from '@lingui/core/macro';
import { CloudOff } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

type Props = {
  title: string;
  /** From 0 to 1. */
  share: number;
  detail: string;
  paused: boolean;
  stopping?: boolean;
  onStop: () => void;
};

/** The progress of a preview or an import. Screen readers announce each quarter instead of each batch. */
export function ImportProgress({ title, share, detail, paused, stopping = false, onStop }: Props) {
  const id = useId();
  const percent = Math.min(100, Math.floor(share * 100));
  const quarter = Math.floor(percent / 25) * 25;
  return (
    <section className="flex max-w-2xl flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <h3 id={id} className="break-words font-semibold">
        <bdi>{title}</bdi>
      </h3>
      <progress aria-labelledby={id} max={100} value={percent} className="h-3 w-full accent-accent" />
      <p className="tabular-nums">{detail}</p>
      <p role="status" className="sr-only">{t`${quarter} percent`}</p>
      {paused && !stopping && (
        <Notice tone="warn" icon={CloudOff} title={t`No connection`}>
          {t`It continues automatically. Nothing is lost and nothing is imported twice.`}
        </Notice>
      )}
      <div>
        <Button variant="secondary" busy={stopping} onClick={onStop}>
          {t`Cancel`}
        </Button>
      </div>
    </section>
  );
}
