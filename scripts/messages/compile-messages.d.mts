import type { Message } from '../../web/messages/i18n.ts';

export function compiled(message: string, changeText?: (text: string) => string): Message;
