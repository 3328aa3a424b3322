import { type ComponentType, lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { profileFailed } from './api/problem-messages.ts';
import { type Load, useFetchAhead } from './fetch-ahead.ts';
import { loadDashboard } from './load-dashboard.ts';
import { loadDesk } from './load-desk.ts';
import { Login } from './screens/login/Login.tsx';
import { useSession } from './session/use-session.ts';
import { LoadFailure } from './shell/LoadFailure.tsx';
import { LoadingPage } from './ui/LoadingPage.tsx';
import { useWatchUsable } from './ui/usable.ts';
import { useFailureToast } from './ui/use-failure-toast.ts';

const Landing = opened(async () => (await import('./screens/landing/Landing.tsx')).Landing);
const NotFound = opened(async () => (await import('./screens/not-found/NotFound.tsx')).NotFound);
const Dashboard = lazy(loadDashboard);
const Desk = lazy(loadDesk);

/** Loaded while the user signs in. */
const BEFORE_SIGN_IN: readonly Load[] = [loadDashboard, () => import('./screens/profile/ProfileScreen.tsx')];
/** For a signed-in user, the dashboard's routes load ahead by role. */
const NOTHING: readonly Load[] = [];

/** A component that is loaded when it is first shown. */
function opened(chunk: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await chunk() }));
}

/**
 * The routes of the specification. Those below /dashboard are a separate chunk, so that the sign-in form
 * loads fast.
 */
export function AppRoutes() {
  const { user } = useSession();
  useProfileErrorToast();
  useWatchUsable();
  useFetchAhead(user ? NOTHING : BEFORE_SIGN_IN);
  return (
    <LoadFailure outermost>
      <Suspense fallback={<LoadingPage />}>
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

/** Shows a toast on any page when the profile could not be read. */
function useProfileErrorToast(): void {
  const { profile, profile_error } = useSession();
  useFailureToast(
    'profile',
    { error: profile_error?.error, isSuccess: profile !== null && !profile_error },
    profileFailed,
  );
}
