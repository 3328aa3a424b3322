import { t } from '@lingui/core/macro';
import type { MessageKind } from '../../../contract/rules/messages-to-customers.ts';

export function messageKindText(kind: MessageKind): string {
  return kind === 'on_the_way' ? t`On the way` : t`Couldn't deliver`;
}
