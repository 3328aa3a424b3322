import { t } from '@lingui/core/macro';
import { fillTemplate, templateFaults } from '../../../contract/rules/messages/fill-template.ts';
import { directionOf } from '../../../contract/rules/messages/message-language.ts';
import { messageValues } from '../../../contract/rules/messages/message-values.ts';
import { sampleOrder } from '../../../contract/rules/messages/sample-order.ts';
import type { MessageTemplate } from '../../../contract/rules/messages-to-customers.ts';
import { clockOffsetMs } from '../../api/this-page.ts';
import { messageKindText } from '../../components/messages/message-names.ts';
import { useMessageSender, useTimeZone } from '../../components/open-screen.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { Badge } from '../../ui/Badge.tsx';

/** A template as a Manager reads it: only its preview. */
export function TemplateView({ template }: { template: MessageTemplate }) {
  return (
    <div className="flex flex-col gap-2">
      <h4 className="flex flex-wrap items-center gap-2 font-medium">
        {messageKindText(template.kind)}
        {!template.is_reviewed && <Unread />}
      </h4>
      <TemplatePreview template={template} />
    </div>
  );
}

export function Unread() {
  return <Badge tone="warn">{t`Not yet read by a native speaker`}</Badge>;
}

/** The message to a sample customer. */
export function TemplatePreview({ template: { kind, language, text } }: { template: MessageTemplate }) {
  const sender = useMessageSender();
  const time_zone = useTimeZone();
  const now = new Date(thisTab.now() + clockOffsetMs());
  const values = messageValues(sampleOrder(language, time_zone, now), language, { sender, time_zone, now });
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="text-muted text-sm">
        {t`Preview`}
        <span className="sr-only"> {messageKindText(kind)}</span>
      </figcaption>
      <p
        lang={language}
        dir={directionOf(language)}
        className="min-h-6 whitespace-pre-line wrap-anywhere rounded-card bg-sunken p-3"
      >
        {fillTemplate(text, values)}
      </p>
    </figure>
  );
}

/** Names the placeholders that customers would see as they are written. */
export function UnknownPlaceholders({ text }: { text: string }) {
  const unknown = templateFaults(text).join(' ');
  return (
    <p role="status" className="text-sm text-warn empty:hidden">
      {unknown !== '' && (
        <>
          {t`Unknown placeholder; the customer would see it as written:`} <bdi dir="ltr">{unknown}</bdi>
        </>
      )}
    </p>
  );
}
