import { t } from '@lingui/core/macro';
import type { CommandStage } from '../../../contract/rules/problems.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';

type SentFiles = { stage: CommandStage; sent: boolean };

/** Returns, for each kind of file of an entry, whether all of its files were sent. */
export function sentFiles({ files }: Pick<OutboxEntry, 'files'>): SentFiles[] {
  const stages = [...new Set(files.map(({ stage }) => stage))];
  return stages.map((stage) => ({
    stage,
    sent: files.every((file) => file.stage !== stage || file.sent),
  }));
}

export function sentFileText({ stage, sent }: SentFiles): string {
  switch (stage) {
    case 'photo':
      return sent ? t`Photo sent` : t`Photo not sent yet`;
    case 'note':
      return sent ? t`Note sent` : t`Note not sent yet`;
    case 'signatures':
      return sent ? t`Signatures sent` : t`Signatures not sent yet`;
    default:
      return sent ? t`Receipt sent` : t`Receipt not sent yet`;
  }
}
