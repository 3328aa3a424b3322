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
import { heldWords, ordersWords } from './kept-words.ts';

/** What is kept how long, what was erased and will be, and which backups still hold it. */
export function KeptPlace() {
  const read = useDeskRead('read_kept');
  return (
    <>
      <PageHeading
        subtitle={t`How long the shop keeps what it knows, and when a customer is erased.`}
        mark={<AsOfMark read={read} />}
      />
      <ReadFrame
        read={read}
        failed={t`What is kept could not be loaded`}
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
  const held = old ? heldWords(old.held) : [];
  return (
    <TitledCard icon={Eraser} title={t`Customers of old orders`}>
      <Facts className="sm:grid-cols-2">
        <Fact name={t`Erased`}>{afterWords(days)}</Fact>
        <Fact name={t`Last time`}>
          {last
            ? `${formatDateTime(last.erased_at, time_zone)}: ${ordersWords(last.orders)}, ${t`${plural(last.files, { one: '# file', other: '# files' })}`}`
            : t`Nothing was erased yet`}
        </Fact>
        {old && (
          <Fact name={t`Due next`}>
            {ordersWords(old.due, old.more)}
            <span className="block text-muted text-sm">{t`A job looks once a day.`}</span>
          </Fact>
        )}
        {held.length > 0 && (
          <Fact name={t`Old, and kept for now`}>
            <ul className="flex flex-col gap-1">
              {held.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </Fact>
        )}
      </Facts>
      <p className="text-muted text-sm">
        {t`Name, phone, address, area and notes, the name at the door, photo and delivery note, and reasons written in the history become "erased". Numbers, products, amounts, times and cash stay.`}
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
    <TitledCard icon={HardDrive} title={t`Backups that still hold what was erased`}>
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
        {t`Whoever runs the server deletes the files, and strikes them out with "mandoob shop backup-gone". Backups of versions that did not write them down are not listed, and hold it too.`}
      </p>
    </TitledCard>
  );
}

function HowLong({ days }: { days: number | null }) {
  const for_good = t`For good`;
  const rows: [what: string, how_long: string][] = [
    [t`Orders: numbers, products, amounts, history`, for_good],
    [t`Their customers, with photos and delivery notes`, days === null ? for_good : afterWords(days)],
    [t`Cash book, handovers, deposits and floats, with receipts and signatures`, for_good],
    [t`Audit: who changed what, without what it says of people`, for_good],
    [t`People of the shop, and when they signed in`, for_good],
    [t`Numbers and sums that phones report`, for_good],
    [t`Uploads that nothing uses`, t`30 days`],
    [t`What Shopify sent of an order`, t`30 days, then a hash of it`],
    [t`Hints that keep screens up to date`, t`1 day`],
    [t`On a phone`, t`Until its person signs out there`],
    [t`Backups`, t`Until somebody deletes the file`],
  ];
  return (
    <TitledCard icon={Archive} title={t`What is kept how long`}>
      <dl className="flex flex-col">
        {rows.map(([what, how_long]) => (
          <div
            key={what}
            className="grid gap-x-6 border-line border-b py-2 last:border-b-0 sm:grid-cols-[1fr_16rem]"
          >
            <dt>{what}</dt>
            <dd className="text-muted">{how_long}</dd>
          </div>
        ))}
      </dl>
    </TitledCard>
  );
}

function afterWords(days: number | null): string {
  if (days === null) return t`Never`;
  return t`${plural(days, { one: '# day after the last that happened to the order', other: '# days after the last that happened to the order' })}`;
}
