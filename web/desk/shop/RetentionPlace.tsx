import { plural, t } from '@lingui/core/macro';
import { Archive, Eraser, HardDrive } from 'lucide-react';
import { Link } from 'wouter';
import type { Kept } from '../../../contract/operations/desk/shop/read-kept.schema.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOfMark, ReadFrame } from '../../components/ReadFrame.tsx';
import { useProfile } from '../../session/use-session.ts';
import { TitledCard } from '../../ui/Card.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { heldOrdersTexts, orderCountText } from './retention-messages.ts';

/** The retention periods, past and future erasures, and the backups that still contain erased data. */
export function RetentionPlace() {
  const read = useDeskRead('read_kept');
  return (
    <>
      <PageHeading
        subtitle={t`The retention periods of the shop's data, and when customers are erased.`}
        mark={<AsOfMark read={read} />}
      />
      <ReadFrame
        read={read}
        failed={t`The retention periods could not be loaded`}
        loading={<Loading text={t`Loading...`} shapes={['h-60 max-w-[48rem]', 'h-80 max-w-[48rem]']} />}
      >
        {(kept) => (
          <div className="flex max-w-[48rem] flex-col gap-4">
            <Erasing kept={kept} />
            {kept.backups.length > 0 && <Backups kept={kept} />}
            <HowLong days={kept.erase_customers_after_days} />
          </div>
        )}
      </ReadFrame>
    </>
  );
}

function Erasing({ kept: { erase_customers_after_days: days, last, old } }: { kept: Kept }) {
  const time_zone = useTimeZone();
  const is_admin = useProfile().role === 'Admin';
  const held = old ? heldOrdersTexts(old.held) : [];
  return (
    <TitledCard icon={Eraser} title={t`Customers of old orders`}>
      <Facts className="sm:grid-cols-2">
        <Fact name={t`Erased`}>{afterText(days)}</Fact>
        <Fact name={t`Last erased`}>
          {last
            ? `${formatDateTime(last.erased_at, time_zone)}: ${orderCountText(last.orders)}, ${t`${plural(last.files, { one: '# file', other: '# files' })}`}`
            : t`Nothing has been erased yet`}
        </Fact>
        {old && (
          <Fact name={t`Due next`}>
            {orderCountText(old.due, old.more)}
            <span className="block text-muted text-sm">{t`Checked once a day.`}</span>
          </Fact>
        )}
        {held.length > 0 && (
          <Fact name={t`Old, but kept for now`}>
            <ul className="flex flex-col gap-1">
              {held.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Fact>
        )}
      </Facts>
      <p className="text-muted text-sm">
        {t`Name, phone, address, area and notes, the recipient's name, photo and delivery note, and reasons written in the history become "erased". Numbers, products, amounts, times and cash are kept.`}
      </p>
      <Link to="/desk/shop" className="flex min-h-12 w-fit items-center text-accent underline lg:min-h-6">
        {is_admin ? t`Change when customers are erased` : t`The shop's settings`}
      </Link>
    </TitledCard>
  );
}

function Backups({ kept: { backups, backups_in_all } }: { kept: Kept }) {
  const time_zone = useTimeZone();
  const others = backups_in_all - backups.length;
  return (
    <TitledCard icon={HardDrive} title={t`Backups that still contain erased data`}>
      <ul className="flex flex-col gap-2">
        {backups.map(({ name, made_at }) => (
          <li key={`${name} ${made_at}`} className="flex flex-wrap justify-between gap-x-4">
            <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
            <span className="text-muted">{formatDateTime(made_at, time_zone)}</span>
          </li>
        ))}
      </ul>
      {others > 0 && <p>{t`${plural(others, { one: 'and # older one', other: 'and # older ones' })}`}</p>}
      <p className="text-muted text-sm">
        {t`The operator of the server deletes these files, then removes them from this list with "mandoob shop backup-gone". Backups of older versions are not listed and also contain the data.`}
      </p>
    </TitledCard>
  );
}

function HowLong({ days }: { days: number | null }) {
  const forever = t`Permanently`;
  const rows: [data: string, how_long: string][] = [
    [t`Orders: numbers, products, amounts, history`, forever],
    [t`Their customers, with photos and delivery notes`, days === null ? forever : afterText(days)],
    [t`Cash book, handovers, deposits and floats, with receipts and signatures`, forever],
    [t`Audit: who changed what, without personal data`, forever],
    [t`People of the shop, and when they signed in`, forever],
    [t`Numbers and sums reported by devices`, forever],
    [t`Unused uploads`, t`30 days`],
    [t`Order data sent by Shopify`, t`30 days, then a hash of it`],
    [t`Change notifications`, t`1 day`],
    [t`Data on a device`, t`Until its user signs out there`],
    [t`Backups`, t`Until the file is deleted`],
  ];
  return (
    <TitledCard icon={Archive} title={t`Retention periods`}>
      <dl className="flex flex-col">
        {rows.map(([data, how_long]) => (
          <div
            key={data}
            className="grid gap-x-6 border-line border-b py-2 last:border-b-0 sm:grid-cols-[1fr_16rem]"
          >
            <dt>{data}</dt>
            <dd className="text-muted">{how_long}</dd>
          </div>
        ))}
      </dl>
    </TitledCard>
  );
}

function afterText(days: number | null): string {
  if (days === null) return t`Never`;
  return t`${plural(days, { one: '# day after the last activity of the order', other: '# days after the last activity of the order' })}`;
}
