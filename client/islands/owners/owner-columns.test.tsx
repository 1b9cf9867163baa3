// Proves: sources#card-of-a-source
import { renderToString } from 'react-dom/server';
import type { OpenerProps } from '../../components/lazy.tsx';
import { ownerColumns } from './owners-island.tsx';

const owner = {
  id: -7,
  type: 'group',
  name: 'Город',
  domain: null,
  photoUrl: null,
  recentPosts: 0,
  copies: 0,
  wall: 'none' as const,
  wallLagMs: null,
};
const actions = { edit: () => ({}) as OpenerProps, remove: () => ({}) as OpenerProps };

test.each([
  ['own', ['/base/ldvknf/owners/-7']],
  ['specified', []],
] as const)('with a backend of the kind %s the links of a row are %j', (backendKind, links) => {
  const column = ownerColumns('/base', backendKind, actions).find(({ title }) => title === 'Действия');
  const html = renderToString(column?.cell(owner, { tabIndex: -1 }, true));
  expect([...html.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href)).toEqual(links);
});
