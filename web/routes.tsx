import { type ComponentType, lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { profileFailed } from './api/problem-words.ts';
import { PROFILE_PATH } from './components/dashboard-paths.ts';
import { useFetchAhead } from './fetch-ahead.ts';
import { loadDashboard } from './load-dashboard.ts';
import { SCREENS } from './screen-table.ts';
import { Landing } from './screens/landing/Landing.tsx';
import { useSession } from './session/use-session.ts';
import { AreaGuard } from './shell/AreaGuard.tsx';
import { LoadFailure } from './shell/LoadFailure.tsx';
import { useFailureToast } from './ui/use-failure-toast.ts';
import { Waiting } from './ui/Waiting.tsx';

const Login = opened(async () => (await import('./screens/login/Login.tsx')).Login);
const NotFound = opened(async () => (await import('./screens/not-found/NotFound.tsx')).NotFound);
const PasswordFirst = opened(
  async () => (await import('./screens/password/PasswordScreen.tsx')).PasswordFirst,
);
const Dashboard = lazy(loadDashboard);
const AREAS = SCREENS.map((screen) => ({ ...screen, Chunk: opened(screen.chunk) }));

/** A component that is loaded when it is first shown. */
function opened(chunk: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await chunk() }));
}

/** The routes of the specification. */
export function AppRoutes() {
  useProfileErrorToast();
  useFetchAhead();
  return (
    <LoadFailure outermost>
      <Suspense fallback={<Waiting />}>
        <Routes>
          <Route path="/" element={<Landing />} />
          <Route path="/login" element={<Login />} />
          <Route path="/dashboard" element={<Dashboard areas={SCREENS} passwordFirst={<PasswordFirst />} />}>
            <Route index element={<Navigate to={PROFILE_PATH} replace />} />
            {AREAS.map(({ Chunk, ...area }) => (
              <Route
                key={area.path}
                path={area.path}
                element={
                  <AreaGuard area={area}>
                    <Chunk />
                  </AreaGuard>
                }
              />
            ))}
          </Route>
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </LoadFailure>
  );
}

/** Says that the profile could not be fetched, on whatever page that happens. */
function useProfileErrorToast(): void {
  const { profile, profile_error } = useSession();
  useFailureToast(
    { error: profile_error?.error, isSuccess: profile !== null && !profile_error },
    profileFailed,
  );
}
