import { t } from '@lingui/core/macro';

/**
 * The notice for a command whose outcome is unknown. `who`: the role that must check whether it was recorded;
 * `nobody` while it is retried automatically.
 */
export function unknownOutcomeText(who: 'nobody' | 'manager' | 'admin'): { title: string; text: string } {
  if (who === 'nobody') {
    return {
      title: t`We don't know yet whether this was recorded`,
      text: t`It was sent, but the server has not responded. It is sent again automatically and recorded only once.`,
    };
  }
  return {
    title: t`We don't know whether this was recorded`,
    text:
      who === 'manager'
        ? t`It was sent, but the server did not respond and now rejects it. A manager must check whether it was recorded.`
        : t`It was sent, but the server did not respond and now rejects it. An admin must check whether it was recorded.`,
  };
}
