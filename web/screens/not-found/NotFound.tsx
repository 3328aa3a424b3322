import { t } from '@lingui/core/macro';
import { House } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { sendBeacon } from '../../environment/page-apis.ts';
import { PRODUCT_NAME } from '../../product-name.ts';
import { buttonClasses } from '../../ui/Button.tsx';
import { Mark } from '../../ui/Mark.tsx';

/** The 404 page; logs the requested path. */
export function NotFound() {
  const [pathname] = useLocation();
  useEffect(() => {
    document.title = t`Page not found · ${PRODUCT_NAME}`;
    // biome-ignore lint/suspicious/noConsole: the specification requires the path to be logged
    console.error('Page not found:', pathname);
    reportMissed(pathname);
  }, [pathname]);
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-6 p-6 text-center">
      <Mark size={56} />
      <div className="flex flex-col gap-2">
        <h1 className="font-semibold text-lead">404</h1>
        <p className="text-muted text-section">{t`Oops! Page not found`}</p>
      </div>
      <Link to="/" className={buttonClasses('secondary')}>
        <House size={20} />
        {t`Return to Home`}
      </Link>
    </main>
  );
}

/** Reports a dead link to the server, without waiting for the response or reporting a failure. */
function reportMissed(path: string): void {
  sendBeacon('/api/not-found', { path: path.slice(0, 1_000) });
}
