/** Pages that consist of one island: alerts, clients, collection, people, reports, rules and sources. */

import { AlertsIsland } from '../../client/islands/alerts/alerts-island.tsx';
import { ClientsIsland } from '../../client/islands/clients/clients-island.tsx';
import { CollectionIsland } from '../../client/islands/collection/collection-island.tsx';
import { OwnersIsland } from '../../client/islands/owners/owners-island.tsx';
import { PeopleIsland } from '../../client/islands/people/people-island.tsx';
import { ReportsIsland } from '../../client/islands/reports/reports-island.tsx';
import { RulesIsland } from '../../client/islands/rules/rules-island.tsx';
import { loadAlertRules, loadDeliveries } from '../../shared/api/alerts.ts';
import { loadAtomLinks } from '../../shared/api/atom.ts';
import { defaultClientSort, loadClients, loadClientsPage } from '../../shared/api/clients.ts';
import { loadCollection, loadRunsPage } from '../../shared/api/collection.ts';
import { defaultOwnerSort, loadOwnersPage } from '../../shared/api/owners.ts';
import { loadPeople } from '../../shared/api/people.ts';
import { loadReports } from '../../shared/api/reports.ts';
import { loadRuleRuns, loadWorkRules, moveWorkRule } from '../../shared/api/work-rules.ts';
import { clientSortColumns } from '../../shared/fields/clients.ts';
import { ownerSortColumns } from '../../shared/fields/owners.ts';
import { orderOf, parsePage } from '../../shared/list-query.ts';
import * as messages from '../../shared/messages.ts';
import { parseListQuery } from '../../shared/pages/list-page.ts';
import { pathOf } from '../../shared/routes.ts';
import { clientsPageSize, deliveriesPageSize, ownersPageSize, runsPageSize } from '../../shared/rules/limits.ts';
import { toActionError } from '../session/actions.ts';
import { islandPage, type LoadedPage } from './page.tsx';

/** Alerts: rules, Atom feeds and one page of deliveries (docs/product/alerts.md). */
const alerts = islandPage('alerts', AlertsIsland, async ({ query, backend }) => {
  const page = parsePage(query.page);
  const [rules, feeds, first] = await Promise.all([
    backend.load(loadAlertRules()),
    backend.load(loadAtomLinks()),
    backend.load(loadDeliveries((page - 1) * deliveriesPageSize)),
  ]);
  return { rules, feeds, page, first };
});

/** Clients: the page that the URL selects (docs/product/clients.md). */
const clients = islandPage('clients', ClientsIsland, {
  /** All clients come in one reply. */
  async specified({ query, backend, mayImpersonate }) {
    const page = parsePage(query.page);
    const all = await backend.load(loadClients());
    if (!all.data) return { page, first: all, mayImpersonate };
    const offset = (page - 1) * clientsPageSize;
    const rows = all.data.slice(offset, offset + clientsPageSize);
    return { page, first: { data: { rows, total: all.data.length } }, mayImpersonate };
  },
  async own({ query, backend, mayImpersonate }) {
    const page = parsePage(query.page);
    const { sort, search } = parseListQuery(query, clientSortColumns, defaultClientSort);
    const first = await backend.load(
      loadClientsPage({ search, offset: (page - 1) * clientsPageSize, ...orderOf(sort) }),
    );
    return { sort, search, page, first, mayImpersonate };
  },
});

/** Collection: its state and one page of runs (docs/product/collection.md). */
const collection = islandPage('collection', CollectionIsland, async ({ query, backend }) => {
  const page = parsePage(query.page);
  const [overview, first] = await Promise.all([
    backend.load(loadCollection()),
    backend.load(loadRunsPage((page - 1) * runsPageSize)),
  ]);
  return { overview, page, first };
});

/** Sources: the page and the order that the URL selects (docs/product/sources.md). */
const owners = islandPage('owners', OwnersIsland, {
  async specified({ query, backend }) {
    const { sort } = parseListQuery(query, ownerSortColumns.specified, defaultOwnerSort);
    const page = parsePage(query.page);
    const first = await backend.load(loadOwnersPage({ offset: (page - 1) * ownersPageSize, ...orderOf(sort) }));
    return { sort, page, first };
  },
  async own({ query, backend }) {
    const { sort, search } = parseListQuery(query, ownerSortColumns.own, defaultOwnerSort);
    const page = parsePage(query.page);
    const first = await backend.load(loadOwnersPage({ search, offset: (page - 1) * ownersPageSize, ...orderOf(sort) }));
    return { sort, search, page, first };
  },
});

/** People of a client (docs/product/people.md). */
const people = islandPage('people', PeopleIsland, async ({ backend }) => ({ first: await backend.load(loadPeople()) }));

/** Reports of the client or the administrator (docs/product/reports.md). */
const reports = islandPage('reports', ReportsIsland, async ({ backend }) => ({
  first: await backend.load(loadReports()),
}));

/**
 * Rules of work (docs/product/work-rules.md), which a form reorders without JavaScript: the button has the direction and the
 * ID.
 */
const rules: LoadedPage = {
  ...islandPage('rules', RulesIsland, async ({ backend }) => {
    const [first, runs] = await Promise.all([backend.load(loadWorkRules()), backend.load(loadRuleRuns())]);
    return { first, runs };
  }),
  async submit({ backend, basePath }, field) {
    const [direction, id] = field('move').split(' ');
    if (direction !== 'up' && direction !== 'down') return null;
    try {
      await backend.send(moveWorkRule(Number(id), direction));
    } catch (error) {
      throw toActionError(error, messages.saveAlertRule);
    }
    return basePath + pathOf('rules');
  },
};

export const listPages = { alerts, clients, collection, owners, people, reports, rules };
