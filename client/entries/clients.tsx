/** Hydrates the clients screen. */
import { clientsIsland } from '../islands/clients/clients-island.tsx';
import { hydrateIsland } from '../lib/hydrate-island.tsx';
import { readScriptContext } from '../lib/script-context.ts';

const { AllClients } = readScriptContext().capabilities.includes('bulk')
  ? { AllClients: () => null }
  : await import('../islands/clients/all-clients.tsx');

hydrateIsland('clients', clientsIsland(AllClients));
