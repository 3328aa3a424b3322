import { t } from '@lingui/core/macro';
import { IdCard, KeyRound } from 'lucide-react';
import { Link } from 'react-router';
import type { Profile } from '../../../contract/schemas/profile.ts';
import { PASSWORD_PATH } from '../../components/dashboard-paths.ts';
import { RoleBadge } from '../../components/RoleBadge.tsx';
import { buttonClasses } from '../../ui/Button.tsx';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';

export function PersonalCard({ profile }: { profile: Profile }) {
  return (
    <Card aria-labelledby="personal-information" className="flex flex-col gap-4">
      <CardTitle id="personal-information" icon={<IdCard size={20} strokeWidth={1.75} aria-hidden="true" />}>
        {t`Personal Information`}
      </CardTitle>
      <Facts className="grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))]">
        <Fact name={t`Full Name`} className="col-span-full">
          <bdi className="font-medium text-section">{profile.full_name}</bdi>
        </Fact>
        <Fact name={t`Role`}>
          <RoleBadge staff_role={profile.role} />
        </Fact>
        <Fact name={t`Shop Location`}>{t`Shop #${profile.shop_id}`}</Fact>
      </Facts>
      <Link to={PASSWORD_PATH} className={buttonClasses('secondary', 'self-start')}>
        <KeyRound size={18} strokeWidth={1.75} aria-hidden="true" />
        {t`Change Password`}
      </Link>
    </Card>
  );
}
