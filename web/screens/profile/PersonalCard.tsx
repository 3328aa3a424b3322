import { t } from '@lingui/core/macro';
import { IdCard, KeyRound } from 'lucide-react';
import { Link } from 'react-router';
import type { Profile } from '../../../contract/schemas/profile.ts';
import { PASSWORD_PATH } from '../../components/dashboard-paths.ts';
import { RoleBadge } from '../../components/RoleBadge.tsx';
import { buttonClasses } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';

export function PersonalCard({ profile }: { profile: Profile }) {
  return (
    <TitledCard icon={IdCard} title={t`Personal Information`}>
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
        <KeyRound size={18} />
        {t`Change Password`}
      </Link>
    </TitledCard>
  );
}
