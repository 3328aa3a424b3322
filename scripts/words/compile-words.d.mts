import type { Message } from '../../web/words/i18n.ts';

export function compiled(message: string, changeText?: (text: string) => string): Message;
