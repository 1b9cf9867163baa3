/** The clients screen for administrators (docs/product.md, section 2, Clients screen). */
import type { ComponentType } from 'react';
import type { AllClientsProps, IslandProps } from '../../../shared/islands.ts';
import { ClientPages } from './client-pages.tsx';

/** `AllClients` is all-clients.tsx. Only a backend without the capability `bulk` needs it, so the browser loads it only there. */
export const clientsIsland = (AllClients: ComponentType<AllClientsProps>) => (props: IslandProps['clients']) =>
  'query' in props ? <ClientPages {...props} /> : <AllClients {...props} />;
