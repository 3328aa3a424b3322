import { t } from '@lingui/core/macro';
import { LogIn } from 'lucide-react';
import { useEffect } from 'react';
import { Link, Redirect } from 'wouter';
import { PRODUCT_NAME } from '../../product-name.ts';
import { useSession } from '../../session/use-session.ts';
import { buttonClasses } from '../../ui/Button.tsx';
import { Mark } from '../../ui/Mark.tsx';

/** The product's name and the sign-in link; a signed-in user is redirected to the dashboard. */
export function Landing() {
  const { user } = useSession();
  useEffect(() => {
    document.title = PRODUCT_NAME;
  }, []);
  if (user) return <Redirect to="/dashboard" replace />;
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-8 p-6 text-center">
      <Mark size={88} />
      <div className="flex flex-col gap-2">
        <h1 className="font-semibold text-lead">{PRODUCT_NAME}</h1>
        <p className="text-muted text-section">{t`Driver Management System`}</p>
      </div>
      <Link to="/login" className={buttonClasses('primary', 'min-h-12 w-full max-w-xs')}>
        <LogIn size={20} />
        {t`Sign In to Dashboard`}
      </Link>
    </main>
  );
}
