/** Keeps the failure of a part that loaded on first use away from the rest of the page. */
import { Component, type ComponentType, type JSX, type ReactNode } from 'react';
import { showPartFailed } from '../lib/load-part.ts';

type BoundaryProps = { onFail: () => void; children: ReactNode };

class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    showPartFailed();
    this.props.onFail();
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

/** Returns the part in a boundary of its own. If the part fails, it disappears, the page says so, and `onFail` is called. */
export const contain = <Props,>(Part: ComponentType<Props>, onFail: () => void): ComponentType<Props> =>
  function ContainedPart(props: Props) {
    return (
      <Boundary onFail={onFail}>
        <Part {...(props as Props & JSX.IntrinsicAttributes)} />
      </Boundary>
    );
  };
