import { t } from '@lingui/core/macro';
import { RotateCcw } from 'lucide-react';
import { directionOf } from '../../../contract/rules/messages/message-language.ts';
import {
  defaultTemplateText,
  MESSAGE_TEXT_MAX,
  type MessageTemplate,
} from '../../../contract/rules/messages-to-customers.ts';
import { messageKindText } from '../../components/messages/message-names.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { TextArea } from '../../ui/Field.tsx';
import type { Mark } from '../../ui/use-missing.ts';
import { TemplatePreview, UnknownPlaceholders, Unread } from './TemplateView.tsx';

type Props = Mark & {
  template: MessageTemplate;
  disabled: boolean;
  onChange: (template: MessageTemplate) => void;
};

/** Edits one template. A changed text has not been read by a native speaker yet. */
export function TemplateFields({ template, disabled, onChange, ...mark }: Props) {
  const { kind, language, text, is_reviewed } = template;
  const built_in = defaultTemplateText(kind, language);
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        {...mark}
        label={
          <span className="flex flex-wrap items-center gap-2">
            {messageKindText(kind)}
            {!is_reviewed && <Unread />}
          </span>
        }
        lang={language}
        dir={directionOf(language)}
        rows={4}
        maxLength={MESSAGE_TEXT_MAX}
        disabled={disabled}
        value={text}
        onChange={({ target }) => onChange({ ...template, text: target.value, is_reviewed: false })}
      />
      <UnknownPlaceholders text={text} />
      <TemplatePreview template={template} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox
          label={t`Read by a native speaker`}
          disabled={disabled}
          checked={is_reviewed}
          onChecked={(checked) => onChange({ ...template, is_reviewed: checked })}
        />
        {text !== built_in && (
          <Button
            variant="link"
            disabled={disabled}
            onClick={() => onChange({ ...template, text: built_in, is_reviewed: language === 'en' })}
          >
            <RotateCcw size={18} />
            {t`Use the built-in text`}
            <span className="sr-only"> {messageKindText(kind)}</span>
          </Button>
        )}
      </div>
    </div>
  );
}
