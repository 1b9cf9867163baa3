/** An error boundary for an island: logs the error with the island's name and shows a card that reloads the page. */
import { Component, type ReactNode } from 'react';
import * as messages from '../../shared/messages.ts';
import { ErrorCard } from '../components/error-card.tsx';

type IslandGuardProps = { name: string; children: ReactNode };

export class IslandGuard extends Component<IslandGuardProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    // biome-ignore lint/suspicious/noConsole: the only place that logs the error of an island
    console.error(`Island «${this.props.name}» failed`, error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <ErrorCard text={messages.unexpected} onRetry={() => location.reload()} />;
  }
}
