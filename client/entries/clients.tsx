/** Hydrates the clients screen. */

import { hydrateIsland } from '../components/hydrate-island.tsx';
import { clientsIsland } from '../islands/clients/clients-island.tsx';
import { readScriptContext } from '../lib/page.ts';

const { AllClients } = readScriptContext().capabilities.includes('bulk')
  ? { AllClients: () => null }
  : await import('../islands/clients/all-clients.tsx');

hydrateIsland('clients', clientsIsland(AllClients));
