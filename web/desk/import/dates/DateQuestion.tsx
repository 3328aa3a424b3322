import { plural, t } from '@lingui/core/macro';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { type DateText, formatDate } from '../../../../contract/rules/dates/dates.ts';
import { DATE_ORDERS, type DateOrder } from '../../../../contract/rules/import/import-fields.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { type DayRange, type FileDates, needsDateOrder, orderOfRows } from './date-order.ts';

type Props = {
  dates: FileDates;
  /** The order of day and month in the preview. */
  order: DateOrder;
  /** True if the user has confirmed this order for this file. */
  answered: boolean;
  onAnswer: (order: DateOrder) => void;
};

/**
 * Asks once per file whether the day or the month comes first, and shows the evidence in its rows. Shows
 * nothing if the file decides it.
 */
export function DateQuestion({ dates, order, answered, onAnswer }: Props) {
  const [chosen, setChosen] = useState(answered ? order : orderOfRows(dates));
  if (!needsDateOrder(dates)) return null;
  const can_answer = chosen !== null && (!answered || chosen !== order);
  return (
    <Notice
      tone={answered ? 'done' : 'warn'}
      icon={CalendarDays}
      title={answered ? answerText(dates, order) : questionText(dates)}
    >
      <ul className="list-inside list-disc">
        {indications(dates).map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      <div className="mt-2">
        <RadioGroup
          legend={<span className="sr-only">{t`Order of day and month`}</span>}
          value={chosen}
          options={DATE_ORDERS.map((value) => ({ value, label: orderText(value, dates.either[value]) }))}
          onValue={setChosen}
        />
      </div>
      {/* The button remains after it is pressed, so that it keeps the focus. */}
      <Button
        className="mt-3"
        aria-disabled={!can_answer || undefined}
        onClick={() => can_answer && chosen !== null && onAnswer(chosen)}
      >
        {t`Read the dates like this`}
      </Button>
    </Notice>
  );
}

function dayText(day: DateText): string {
  return formatDate(`${day}T00:00:00Z`, 'UTC');
}

function questionText({ either }: FileDates): string {
  if (!either.example) return t`The dates of this file contradict each other`;
  const { text } = either.example;
  const [dmy, mdy] = [dayText(either.example.dmy), dayText(either.example.mdy)];
  return t`Does ${text} mean ${dmy} or ${mdy}?`;
}

function answerText({ either }: FileDates, order: DateOrder): string {
  if (!either.example)
    return order === 'dmy' ? t`Dates are read with the day first` : t`Dates are read with the month first`;
  const { text } = either.example;
  const day = dayText(either.example[order]);
  return t`${text} is read as ${day}`;
}

function orderText(order: DateOrder, range: DayRange | null): string {
  const name = order === 'dmy' ? t`Day first` : t`Month first`;
  if (!range) return name;
  const [first, last] = [dayText(range.first), dayText(range.last)];
  return first === last ? `${name} (${first})` : t`${name} (${first} to ${last})`;
}

/** Returns the evidence for each order in the file. */
function indications(dates: FileDates): string[] {
  const { dmy, mdy } = dates;
  if (!dmy.example && !mdy.example)
    return [t`No other date in this file shows whether the day or the month comes first.`];
  const lines: string[] = [];
  if (dmy.example) {
    const { text, line } = dmy.example;
    lines.push(
      t`${plural(dmy.count, { one: '# date can only be day first', other: '# dates can only be day first' })}, such as ${text} in row ${line}.`,
    );
  }
  if (mdy.example) {
    const { text, line } = mdy.example;
    lines.push(
      t`${plural(mdy.count, { one: '# date can only be month first', other: '# dates can only be month first' })}, such as ${text} in row ${line}.`,
    );
  }
  if (dmy.example && mdy.example) lines.push(t`The dates that do not have the selected order are errors.`);
  return lines;
}
