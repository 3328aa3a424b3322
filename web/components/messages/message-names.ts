import { t } from '@lingui/core/macro';
import type { MessageKind, MessageLanguage } from '../../../contract/rules/messages-to-customers.ts';

/** The languages' own names. */
export const LANGUAGE_NAMES: Record<MessageLanguage, string> = { en: 'English', ar: 'العربية', ur: 'اردو' };

export function messageKindText(kind: MessageKind): string {
  return kind === 'on_the_way' ? t`On the way` : t`Couldn't deliver`;
}
