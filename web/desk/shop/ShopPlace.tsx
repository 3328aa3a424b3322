import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import type { DeskShop } from '../../../contract/schemas/shop.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOfMark, ReadFrame } from '../../components/ReadFrame.tsx';
import { useProfile } from '../../session/use-session.ts';
import { Card } from '../../ui/Card.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import {
  CASH_SETTINGS_PATH,
  DELIVERY_SETTINGS_PATH,
  type DeskPath,
  PAYMENT_NAMES_PATH,
  RETENTION_PATH,
} from '../shell/desk-places.ts';
import { ShopForm } from './ShopForm.tsx';

/** Name, time zone and limits of the shop; Admins change them, Managers read. */
export function ShopPlace() {
  const read = useDeskRead('read_desk_shop');
  const is_admin = useProfile().role === 'Admin';
  return (
    <>
      <PageHeading
        {...(is_admin ? {} : { subtitle: t`Only Admins can change these settings.` })}
        mark={<AsOfMark read={read} />}
      />
      <ReadFrame
        read={read}
        failed={t`The shop could not be loaded`}
        loading={<Loading text={t`Loading...`} shapes={['h-60 max-w-[40rem]']} />}
      >
        {(shop) => (
          <Card className="flex max-w-[40rem] flex-col gap-4">
            {is_admin ? <ShopForm shop={shop} /> : <ShopFacts shop={shop} />}
            <PlaceLink to={DELIVERY_SETTINGS_PATH}>{t`Deliveries`}</PlaceLink>
            <PlaceLink to={CASH_SETTINGS_PATH}>{t`Cash`}</PlaceLink>
            <PlaceLink to={PAYMENT_NAMES_PATH}>{t`Payment names`}</PlaceLink>
            <PlaceLink to={RETENTION_PATH}>{t`Retention periods`}</PlaceLink>
          </Card>
        )}
      </ReadFrame>
    </>
  );
}

function PlaceLink(props: { to: DeskPath; children: string }) {
  return <Link {...props} className="flex min-h-12 w-fit items-center text-accent underline lg:min-h-6" />;
}

function ShopFacts({
  shop: { name, time_zone, promise_hours, erase_customers_after_days },
}: {
  shop: DeskShop;
}) {
  return (
    <Facts>
      <Fact name={t`Name`}>
        <bdi>{name}</bdi>
      </Fact>
      <Fact name={t`Time zone`}>{time_zone}</Fact>
      <Fact name={t`Promised after (hours)`}>{promise_hours ?? t`No promised time`}</Fact>
      <Fact name={t`Erase customers after (days)`}>{erase_customers_after_days ?? t`Never`}</Fact>
    </Facts>
  );
}
