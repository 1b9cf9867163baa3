/** The clients screen for administrators (docs/product.md, section 2, Clients screen). */
import type { IslandProps } from '../../../shared/islands.ts';
import { AllClients } from './all-clients.tsx';
import { ClientPages } from './client-pages.tsx';

export const ClientsIsland = (props: IslandProps['clients']) =>
  'query' in props ? <ClientPages {...props} /> : <AllClients {...props} />;
