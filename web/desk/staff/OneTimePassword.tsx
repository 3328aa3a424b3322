import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';

type Props = { full_name: string; email: string; password: string };

/** A password that is shown once and cannot be read later. */
export function OneTimePassword({ full_name, email, password }: Props) {
  const shown = useRef<HTMLParagraphElement>(null);
  useEffect(() => shown.current?.focus(), []);
  return (
    <div className="flex flex-col gap-3">
      <p>
        <Trans>
          Give <bdi>{full_name}</bdi> this password. It is shown only once and must be changed at the next
          sign-in.
        </Trans>
      </p>
      <p
        ref={shown}
        tabIndex={-1}
        dir="ltr"
        aria-label={t`One-time password`}
        role="note"
        className="select-all rounded-card border border-line bg-sunken px-4 py-3 text-center font-mono text-section"
      >
        {password}
      </p>
      <p className="text-muted text-sm">
        {t`Signs in with`} <span dir="ltr">{email}</span>
      </p>
    </div>
  );
}
