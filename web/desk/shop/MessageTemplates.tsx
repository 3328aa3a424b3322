import { t } from '@lingui/core/macro';
import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { LANGUAGE_NAMES } from '../../../contract/rules/messages/message-language.ts';
import {
  MESSAGE_KINDS,
  MESSAGE_LANGUAGES,
  type MessageLanguage,
  type MessageTemplate,
} from '../../../contract/rules/messages-to-customers.ts';
import { failure } from '../../api/problem-messages.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { Button } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { useMissing } from '../../ui/use-missing.ts';
import { SendForm } from '../form/SendForm.tsx';
import { PlaceholderList } from './PlaceholderList.tsx';
import { SettingsChanged } from './SettingsChanged.tsx';
import { TemplateFields } from './TemplateFields.tsx';
import { TemplateView } from './TemplateView.tsx';

type Props = {
  /** One template of each kind in each language. */
  templates: readonly MessageTemplate[];
  may_change: boolean;
  onSaved: () => Promise<void>;
};

/** The shop's messages to customers, which drivers send from their own phones. */
export function MessageTemplates({ templates, may_change, onSaved }: Props) {
  const [language, setLanguage] = useState<MessageLanguage>('en');
  return (
    <TitledCard icon={MessageCircle} title={t`Messages to customers`}>
      <p className="text-muted">
        {t`Drivers send these messages from their own phones, by WhatsApp or SMS. The language is the customer's, and the driver can change it.`}
      </p>
      <RadioGroup
        legend={t`Language`}
        value={language}
        options={MESSAGE_LANGUAGES.map((value) => ({
          value,
          label: <span lang={value}>{LANGUAGE_NAMES[value]}</span>,
        }))}
        onValue={setLanguage}
      />
      {may_change ? (
        <TemplatesForm {...{ templates, language, onSaved }} onLanguage={setLanguage} />
      ) : (
        inLanguage(templates, language).map((template) => (
          <TemplateView key={template.kind} template={template} />
        ))
      )}
      <PlaceholderList />
    </TitledCard>
  );
}

type FormProps = {
  templates: readonly MessageTemplate[];
  language: MessageLanguage;
  onLanguage: (language: MessageLanguage) => void;
  onSaved: () => Promise<void>;
};

/** An edited template, with the saved text that the user saw when they began to edit. */
type Draft = MessageTemplate & { seen_text: string };

/** Edits all languages, one shown at a time. Sends only the changed templates. */
function TemplatesForm({ templates, language, onLanguage, onSaved }: FormProps) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  const [is_outdated, setOutdated] = useState(false);
  const command = useMemoryCommand('change_delivery_settings', {
    failed: t`Not saved`,
    onRefused: ({ code }) => setOutdated(code === 'settings_changed'),
  });
  const { busy, unknown, send } = command;
  const edited = templates.map(
    (template) => drafts.get(nameOf(template)) ?? { ...template, seen_text: template.text },
  );
  const changed = edited.filter((template, at) => differs(template, templates[at]));
  const empty = edited.filter(({ text }) => text.trim() === '');
  const { check, mark } = useMissing(
    empty.map((template) => {
      const words = t`Enter a message, or use the built-in one`;
      return { part: nameOf(template), words, toast: failure(t`Missing Information`, words) };
    }),
  );

  async function load(): Promise<void> {
    await onSaved();
    setDrafts(new Map());
    setOutdated(false);
  }

  async function save(): Promise<void> {
    if (busy) return;
    // A field of another language is not shown, so it could not be marked.
    const [first] = empty;
    if (first && !empty.some((template) => template.language === language)) onLanguage(first.language);
    if (!check() || (!unknown && changed.length === 0)) return;
    const body = { templates: changed.map(({ text, ...template }) => ({ ...template, text: text.trim() })) };
    const done = { kind: 'success', title: t`Saved`, description: t`Messages to customers` } as const;
    if (await send(body, done)) await load();
  }

  return (
    <SendForm onSend={() => void save()}>
      {inLanguage(edited, language).map((template) => (
        <TemplateFields
          key={nameOf(template)}
          {...mark(nameOf(template))}
          template={template}
          disabled={busy || unknown}
          onChange={(changed) => {
            const draft = { ...changed, seen_text: template.seen_text };
            setDrafts((before) => new Map(before).set(nameOf(draft), draft));
          }}
        />
      ))}
      {is_outdated && <SettingsChanged busy={busy} onLoad={() => void load()} />}
      <Button type="submit" className="self-start max-md:w-full" busy={busy}>
        {unknown ? t`Send again` : t`Save`}
      </Button>
    </SendForm>
  );
}

function inLanguage<T extends MessageTemplate>(templates: readonly T[], language: MessageLanguage): T[] {
  return MESSAGE_KINDS.flatMap((kind) =>
    templates.filter((template) => template.kind === kind && template.language === language),
  );
}

function nameOf({ kind, language }: MessageTemplate): string {
  return `${kind} ${language}`;
}

function differs(one: MessageTemplate, other: MessageTemplate | undefined): boolean {
  return one.text.trim() !== other?.text || one.is_reviewed !== other.is_reviewed;
}
