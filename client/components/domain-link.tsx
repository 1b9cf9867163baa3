/** A source's domain: a link if it is a valid screen name on the social network, otherwise text. */
import { ownerUrl } from '../../shared/rules/network-urls.ts';
import type { ControlProps } from './table-column.ts';

export function DomainLink({ domain, control }: { domain: string; control: ControlProps }) {
  const url = ownerUrl(domain);
  if (url === null) return domain;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" {...control}>
      {domain}
    </a>
  );
}
