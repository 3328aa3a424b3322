/** Messages that a driver sends to a customer from their own phone: kinds, languages and placeholders. */
export const MESSAGE_KINDS = ['on_the_way', 'could_not_deliver'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export const MESSAGE_LANGUAGES = ['en', 'ar', 'ur'] as const;
export type MessageLanguage = (typeof MESSAGE_LANGUAGES)[number];

export const MESSAGE_TEXT_MAX = 1000;

/** The placeholders of a template, written in braces. */
export const MESSAGE_PLACEHOLDERS = [
  'customer',
  'shop',
  'driver',
  'order',
  'amount',
  'tender',
  'window',
  'reason',
  'next',
] as const;
export type MessagePlaceholder = (typeof MESSAGE_PLACEHOLDERS)[number];

export type MessageTemplate = {
  kind: MessageKind;
  language: MessageLanguage;
  text: string;
  /** True once a native speaker has read it. */
  is_reviewed: boolean;
};

/** The built-in texts. Nobody who speaks Arabic or Urdu natively has read theirs yet. */
const DEFAULT_TEXTS: Record<MessageKind, Record<MessageLanguage, string>> = {
  on_the_way: {
    en: 'Hello {customer}, your order {order} from {shop} is on the way. {window} Payment: {amount}. {tender}',
    ar: 'مرحباً {customer}، طلبك {order} من {shop} في الطريق إليك. {window} الدفع: {amount}. {tender}',
    ur: 'السلام علیکم {customer}، {shop} سے آپ کا آرڈر {order} راستے میں ہے۔ {window} ادائیگی: {amount}۔ {tender}',
  },
  could_not_deliver: {
    en: 'Hello {customer}, we could not deliver your order {order} from {shop}: {reason}. {next}',
    ar: 'مرحباً {customer}، لم نتمكن من توصيل طلبك {order} من {shop}: {reason}. {next}',
    ur: 'السلام علیکم {customer}، ہم {shop} سے آپ کا آرڈر {order} نہیں پہنچا سکے: {reason}۔ {next}',
  },
};

/** Returns the built-in text. */
export function defaultTemplateText(kind: MessageKind, language: MessageLanguage): string {
  return DEFAULT_TEXTS[kind][language];
}

/** Returns one template of each kind in each language: the shop's own one, or the built-in one. */
export function withDefaultTemplates(own: readonly MessageTemplate[]): MessageTemplate[] {
  return MESSAGE_KINDS.flatMap((kind) =>
    MESSAGE_LANGUAGES.map((language) => {
      const found = own.find((one) => one.kind === kind && one.language === language);
      return found ?? { kind, language, text: DEFAULT_TEXTS[kind][language], is_reviewed: language === 'en' };
    }),
  );
}
