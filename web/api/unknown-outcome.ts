import { t } from '@lingui/core/macro';

/** What the notice of a command says whose outcome is unknown (ruling E3). `who` must look: once only a person can tell. */
export function whetherRecorded(who: 'nobody' | 'manager' | 'admin'): { title: string; text: string } {
  if (who === 'nobody') {
    return {
      title: t`We don't know yet whether this was recorded`,
      text: t`It was sent, but no answer came. It is sent again by itself and is recorded only once.`,
    };
  }
  return {
    title: t`We don't know whether this was recorded`,
    text:
      who === 'manager'
        ? t`It was sent, but no answer came, and now the server does not accept it. A manager must look whether it was recorded.`
        : t`It was sent, but no answer came, and now the server does not accept it. An admin must look whether it was recorded.`,
  };
}
