import { t } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

type Props = {
  children: ReactNode;
  /** True around whole pages, where nothing else is shown. */
  outermost?: boolean;
};

/** Catches errors of a screen, mostly parts of the app that could not be loaded without a connection. */
export class LoadFailure extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const { outermost = false } = this.props;
    const failure = (
      <div role="alert">
        <EmptyState
          alone={outermost}
          icon={TriangleAlert}
          title={t`This page could not be opened`}
          description={t`Check your connection, then load it again. Nothing you entered and saved is lost.`}
          action={<Button onClick={() => window.location.reload()}>{t`Load again`}</Button>}
        />
      </div>
    );
    return outermost ? <main className="mx-auto max-w-md p-4 pt-[15vh]">{failure}</main> : failure;
  }
}
