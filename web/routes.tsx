import { lazy, type ReactNode, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { PASSWORD_PATH } from './components/password-path.ts';
import { useFetchAhead } from './fetch-ahead.ts';
import { loadDashboard } from './load-dashboard.ts';
import { Landing } from './screens/landing/Landing.tsx';
import { AreaGuard } from './shell/AreaGuard.tsx';
import { AREAS, type AreaPath, PROFILE } from './shell/areas.ts';
import { LoadFailure } from './shell/LoadFailure.tsx';
import { useProfileErrorToast } from './shell/use-profile-error-toast.ts';
import { Waiting } from './ui/Waiting.tsx';

const Login = lazy(async () => ({ default: (await import('./screens/login/Login.tsx')).Login }));
const Dashboard = lazy(loadDashboard);
const NotFound = lazy(async () => ({ default: (await import('./screens/not-found/NotFound.tsx')).NotFound }));
const ProfileScreen = lazy(async () => ({
  default: (await import('./screens/profile/ProfileScreen.tsx')).ProfileScreen,
}));
const AssignedOrders = lazy(async () => ({
  default: (await import('./screens/assigned-orders/AssignedOrders.tsx')).AssignedOrders,
}));
const NextOrder = lazy(async () => ({
  default: (await import('./screens/next-order/NextOrder.tsx')).NextOrder,
}));
const StartOfDayHandover = lazy(async () => ({
  default: (await import('./screens/day-handovers/StartOfDayHandover.tsx')).StartOfDayHandover,
}));
const EndOfDayHandover = lazy(async () => ({
  default: (await import('./screens/day-handovers/EndOfDayHandover.tsx')).EndOfDayHandover,
}));
const CashHandovers = lazy(async () => ({
  default: (await import('./screens/cash-handovers/CashHandovers.tsx')).CashHandovers,
}));
const BankDeposits = lazy(async () => ({
  default: (await import('./screens/bank-deposits/BankDeposits.tsx')).BankDeposits,
}));
const PasswordScreen = lazy(async () => ({
  default: (await import('./screens/password/PasswordScreen.tsx')).PasswordScreen,
}));
const PasswordFirst = lazy(async () => ({
  default: (await import('./screens/password/PasswordScreen.tsx')).PasswordFirst,
}));

const SCREENS: Record<AreaPath, ReactNode> = {
  '/dashboard/profile': <ProfileScreen />,
  '/dashboard/next-order': <NextOrder />,
  '/dashboard/assigned-orders': <AssignedOrders />,
  '/dashboard/start-of-day-handover': <StartOfDayHandover />,
  '/dashboard/end-of-day-handover': <EndOfDayHandover />,
  '/dashboard/cash-handovers': <CashHandovers />,
  '/dashboard/bank-deposits': <BankDeposits />,
};

/** The route table of the specification. Each screen is loaded when it is first opened. */
export function AppRoutes() {
  useProfileErrorToast();
  useFetchAhead();
  return (
    <LoadFailure outermost>
      <Suspense fallback={<Waiting />}>
        <Routes>
          <Route path="/" element={<Landing />} />
          <Route path="/login" element={<Login />} />
          <Route path="/dashboard" element={<Dashboard passwordFirst={<PasswordFirst />} />}>
            <Route index element={<Navigate to={PROFILE.path} replace />} />
            <Route path={PASSWORD_PATH} element={<PasswordScreen />} />
            {AREAS.map((area) => (
              <Route
                key={area.path}
                path={area.path}
                element={<AreaGuard area={area}>{SCREENS[area.path]}</AreaGuard>}
              />
            ))}
          </Route>
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </LoadFailure>
  );
}
