/** The photo and the domain of a source. */

import { useState } from 'react';
import { ownerUrl, webUrl } from '../../shared/rules/urls.ts';
import styles from './avatar.module.css';
import type { ControlProps } from './table-column.ts';

export function initials(name: string | null): string {
  const words = name?.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.length > 1 ? words.map((word) => [...word][0]) : [...(words[0] ?? '')];
  return letters.slice(0, 2).join('').toLocaleUpperCase('ru-RU');
}

/** A source's photo, or its initials when there is no photo or it fails to load. Hidden from screen readers. */
export function Avatar({ name, photoUrl }: { name: string | null; photoUrl: string | null }) {
  const url = webUrl(photoUrl);
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  return (
    <span className={styles.avatar} aria-hidden="true">
      {url !== null && url !== failedUrl ? (
        <img
          // Without a key, the previous photo would be shown until this one is loaded.
          key={url}
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailedUrl(url)}
          ref={(image) => {
            // The photo may have failed to load before hydration.
            if (image?.complete && image.naturalWidth === 0) setFailedUrl(url);
          }}
        />
      ) : (
        initials(name)
      )}
    </span>
  );
}

type DomainLinkProps = { domain: string; className?: string | undefined; control: ControlProps };

/** A source's domain: a link if it is a valid screen name on the social network, otherwise text. */
export function DomainLink({ domain, className, control }: DomainLinkProps) {
  const url = ownerUrl(domain);
  if (url === null) return <span className={className}>{domain}</span>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={className} {...control}>
      {domain}
    </a>
  );
}
