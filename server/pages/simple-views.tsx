/** Short pages, and the view that replaces data that failed to load. */

import type { ReactNode } from 'react';
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/views.module.css';
import * as messages from '../../shared/messages.ts';
import { type ClientRole, refusalOf, type Viewer } from '../../shared/roles.ts';

/**
 * Without `requestId` the view replaces data that failed to load. An empty `retryHref` is the address of the page, with its
 * query.
 */
type ErrorViewProps = { text: string; hint?: string | undefined; requestId?: string; retryHref?: string };

/** What happened, what to do, and the request id for support. */
export function ErrorView({ text, hint, requestId, retryHref = '' }: ErrorViewProps) {
  return (
    <div role="alert" className={`${controls.card} ${styles.errorCard}`}>
      <p>{text}</p>
      {hint !== undefined && <p>{hint}</p>}
      {requestId !== undefined && (
        <p className={controls.hint}>
          Номер запроса: <code>{requestId}</code>
        </p>
      )}
      <p>
        <a href={retryHref} className={controls.button}>
          {messages.retry}
        </a>
      </p>
    </div>
  );
}

/** Attributes of a button that changes something: disables it, with the reason as its title, if the change would be refused. */
export function refuses(viewer: Viewer, least?: ClientRole) {
  const refusal = refusalOf(viewer, least);
  return refusal === null ? {} : { disabled: true, title: refusal };
}

type TermListProps = { terms: readonly (readonly [string, ReactNode])[]; className?: string | undefined };

export const TermList = ({ terms, className = '' }: TermListProps) => (
  <dl className={`${styles.terms} ${className}`}>
    {terms.flatMap(([term, value]) => [<dt key={term}>{term}</dt>, <dd key={`${term} value`}>{value}</dd>])}
  </dl>
);

export function NotFoundView({ basePath }: { basePath: string }) {
  return (
    <div className={styles.placeholder}>
      <p>Такого адреса нет или страницу убрали.</p>
      <a href={`${basePath}/`} className={controls.button}>
        На главную
      </a>
    </div>
  );
}

/** A page whose module is not built yet (docs/product/README.md). */
export function PlaceholderView() {
  return <p className={styles.placeholder}>{messages.placeholder}</p>;
}
