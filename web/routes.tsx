import { type ComponentType, lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { profileFailed } from './api/problem-words.ts';
import { type Load, useFetchAhead } from './fetch-ahead.ts';
import { loadDashboard } from './load-dashboard.ts';
import { loadDesk } from './load-desk.ts';
import { Login } from './screens/login/Login.tsx';
import { useSession } from './session/use-session.ts';
import { LoadFailure } from './shell/LoadFailure.tsx';
import { useWatchUsable } from './ui/usable.ts';
import { useFailureToast } from './ui/use-failure-toast.ts';
import { Waiting } from './ui/Waiting.tsx';

const Landing = opened(async () => (await import('./screens/landing/Landing.tsx')).Landing);
const NotFound = opened(async () => (await import('./screens/not-found/NotFound.tsx')).NotFound);
const Dashboard = lazy(loadDashboard);
const Desk = lazy(loadDesk);

/** What the next step after the sign-in form needs. */
const BEFORE_SIGN_IN: readonly Load[] = [loadDashboard, () => import('./screens/profile/ProfileScreen.tsx')];
/** Whoever is signed in fetches ahead by his role, see the dashboard's routes. */
const NOTHING: readonly Load[] = [];

/** A component that is loaded when it is first shown. */
function opened(chunk: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await chunk() }));
}

/** The routes of the specification; what lies below /dashboard is in a part of its own, which the sign-in form does not wait for. */
export function AppRoutes() {
  const { user } = useSession();
  useProfileErrorToast();
  useWatchUsable();
  useFetchAhead(user ? NOTHING : BEFORE_SIGN_IN);
  return (
    <LoadFailure outermost>
      <Suspense fallback={<Waiting />}>
        <Switch>
          <Route path="/" component={Landing} />
          <Route path="/login" component={Login} />
          <Route path="/dashboard/*?">
            <Dashboard />
          </Route>
          <Route path="/desk/*?">
            <Desk />
          </Route>
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </LoadFailure>
  );
}

/** Says that the profile could not be fetched, on whatever page that happens. */
function useProfileErrorToast(): void {
  const { profile, profile_error } = useSession();
  useFailureToast(
    'profile',
    { error: profile_error?.error, isSuccess: profile !== null && !profile_error },
    profileFailed,
  );
}
