import { t } from '@lingui/core/macro';
import { MessageCircle, MessageSquareText, Phone } from 'lucide-react';
import { useState } from 'react';
import { fillTemplate } from '../../../contract/rules/messages/fill-template.ts';
import {
  directionOf,
  LANGUAGE_NAMES,
  languageOf,
} from '../../../contract/rules/messages/message-language.ts';
import { smsLink, whatsappLink } from '../../../contract/rules/messages/message-links.ts';
import { messageValues } from '../../../contract/rules/messages/message-values.ts';
import { isMobile } from '../../../contract/rules/messages/mobile-number.ts';
import {
  MESSAGE_LANGUAGES,
  type MessageKind,
  type MessageLanguage,
  withDefaultTemplates,
} from '../../../contract/rules/messages-to-customers.ts';
import type { CallablePhone } from '../../../contract/rules/orders/callable-phone.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { useDeliverySettings } from '../../api/delivery-settings.ts';
import { clockOffsetMs } from '../../api/this-page.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { useMessageSender, useTimeZone } from '../open-screen.ts';
import { messageKindText } from './message-names.ts';

type Props = {
  order: OrderWithItems;
  /** Not empty; the first one is preselected. */
  kinds: readonly MessageKind[];
  phones: readonly CallablePhone[];
  onClose: () => void;
};

/**
 * A message to the customer in the shop's words, sent by the phone's own programs. Links need no server, so
 * it works without a connection.
 */
export function MessageDialog({ order, kinds, phones, onClose }: Props) {
  const [kind, setKind] = useState(kinds[0] ?? 'on_the_way');
  const [language, setLanguage] = useState(() => languageOf(order.locale, nameOf(order)));
  const text = useFilledText(order, kind, language);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t`Message to the customer`}>
      {kinds.length > 1 && (
        <RadioGroup
          legend={<span className="sr-only">{t`Message`}</span>}
          value={kind}
          options={kinds.map((value) => ({ value, label: messageKindText(value) }))}
          onValue={setKind}
        />
      )}
      <RadioGroup
        legend={<span className="sr-only">{t`Language`}</span>}
        value={language}
        options={MESSAGE_LANGUAGES.map((value) => ({
          value,
          label: <span lang={value}>{LANGUAGE_NAMES[value]}</span>,
        }))}
        onValue={setLanguage}
      />
      {text === null ? (
        <Loading text={t`Loading the message...`} shapes={['h-24']} />
      ) : (
        <>
          <p
            lang={language}
            dir={directionOf(language)}
            className="whitespace-pre-line wrap-anywhere rounded-card bg-sunken p-3"
          >
            {text}
          </p>
          <ul className="flex flex-col gap-3">
            {phones.map((phone) => (
              <li key={phone.number}>
                <Recipient phone={phone} text={text} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Button variant="secondary" onClick={onClose}>
        {t`Close`}
      </Button>
    </Dialog>
  );
}

function nameOf({ customer: { first_name, last_name } }: OrderWithItems): string {
  return `${first_name} ${last_name}`;
}

/** Returns the filled text; null until the shop's templates are read, or cannot be read now. */
function useFilledText(order: OrderWithItems, kind: MessageKind, language: MessageLanguage): string | null {
  const { data, error } = useDeliverySettings();
  const online = useOnline();
  const sender = useMessageSender();
  const time_zone = useTimeZone();
  if (!data && !error && online) return null;
  const templates = withDefaultTemplates(data?.templates ?? []);
  const template = templates.find((one) => one.kind === kind && one.language === language);
  const now = new Date(thisTab.now() + clockOffsetMs());
  const labelled = withLabel(order, data?.reasons ?? []);
  return fillTemplate(template?.text ?? '', messageValues(labelled, language, { sender, time_zone, now }));
}

/** Adds the shop's label of the reason to an attempt that is not sent yet. */
function withLabel(order: OrderWithItems, reasons: readonly { key: string; label: string | null }[]) {
  const { attempt } = order;
  if (!attempt || attempt.reason_label !== null) return order;
  const reason_label = reasons.find(({ key }) => key === attempt.reason)?.label ?? null;
  return { ...order, attempt: { ...attempt, reason_label } };
}

/** One number; messages are offered only for a mobile number. */
function Recipient({ phone: { number, remark }, text }: { phone: CallablePhone; text: string }) {
  // At large text on a narrow page, the icon wraps onto a line of its own.
  const action = buttonClasses('secondary', 'min-h-12 max-w-full flex-auto flex-wrap gap-y-0 px-[8px]!');
  return (
    <>
      <p className="wrap-anywhere pb-1.5">
        <bdi dir="ltr" className="amount whitespace-normal font-medium">
          {number}
        </bdi>
        {remark !== null && (
          <>
            {' '}
            <bdi className="text-muted text-sm">{remark}</bdi>
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {isMobile(number) && (
          <>
            <a href={whatsappLink(number, text)} target="_blank" rel="noopener noreferrer" className={action}>
              <MessageCircle size={18} className="shrink-0" />
              <span className="min-w-0 wrap-anywhere">{t`WhatsApp`}</span>
              <span className="sr-only"> {number}</span>
            </a>
            <a href={smsLink(number, text)} rel="noopener" className={action}>
              <MessageSquareText size={18} className="shrink-0" />
              <span className="min-w-0 wrap-anywhere">{t`SMS`}</span>
              <span className="sr-only"> {number}</span>
            </a>
          </>
        )}
        <a href={`tel:${number}`} className={action}>
          <Phone size={18} className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">{t`Call`}</span>
          <span className="sr-only"> {number}</span>
        </a>
      </div>
    </>
  );
}
