/** The screens of an administration with 10,000 phrases and 1,000 clients, and the calls of their dialogs. */
import { places } from '../../server/backend/demo/sources.ts';
import { apiBase, type Call } from '../../shared/api/call.ts';
import { loadClientIds, suggestClients } from '../../shared/api/clients.ts';
import { checkWordTexts, createWords } from '../../shared/api/word-changes.ts';
import { loadWordSuggestions } from '../../shared/api/words.ts';
import { clientSortColumns } from '../../shared/fields/clients.ts';
import { wordSortColumns } from '../../shared/fields/words.ts';
import { bulkMax, wordChecksMax } from '../../shared/rules/limits.ts';
import { healthVerdicts } from '../../shared/rules/word-health.ts';
import { at } from './backend-calls.ts';
import type { BenchRequest } from './timed-requests.ts';

/** `runs`: how often it is asked for, if not the usual number of times. */
export type BenchScreen = {
  name: string;
  as: 'admin' | 'client' | 'ruled';
  request: (run: number) => BenchRequest;
  runs?: number;
};

const screen = (
  name: string,
  path: string | ((run: number) => string),
  as: BenchScreen['as'] = 'admin',
): BenchScreen => ({
  name,
  as,
  request: (run) => ({ path: typeof path === 'string' ? path : path(run) }),
});

const asRequest = ({ path, body }: Call<unknown>): BenchRequest => ({ path: apiBase + path, body });
const call = (name: string, make: (run: number) => Call<unknown>, runs?: number): BenchScreen => ({
  name,
  as: 'admin',
  request: (run) => asRequest(make(run)),
  ...(runs !== undefined && { runs }),
});

const clients = '/ldserver/clients';
const words = '/ldvknf/words';
const journal = '/ldserver/journal';

const city = (run: number): string => encodeURIComponent(at(places, run).name);
const bothOrders = (columns: readonly string[]): string[] => columns.flatMap((column) => [column, `-${column}`]);

const clientScreens = [
  screen('clients', clients),
  screen('clients, search', (run) => `${clients}?search=${encodeURIComponent('банк')}+${run % 10}`),
  screen('clients, search without a match', `${clients}?search=nobody`),
  ...bothOrders(clientSortColumns).map((sort) => screen(`clients by ${sort}`, `${clients}?sort=${sort}`)),
  screen('clients, last page', `${clients}?page=10`),
];

const phraseScreens = [
  screen('phrases', words),
  screen('phrases, text', (run) => `${words}?text=${city(run)}`),
  ...['ready', 'freeze', 'pending', 'error'].map((state) => screen(`phrases, ${state}`, `${words}?state=${state}`)),
  ...healthVerdicts.map((verdict) => screen(`phrases, ${verdict}`, `${words}?health=${verdict}`)),
  screen('phrases, client', (run) => `${words}?client=client-${1001 + run}`),
  screen('phrases, any client', `${words}?client=client`),
  screen('phrases, all filters', (run) => `${words}?client=client&state=ready&text=${city(run)}&sort=-total_posts`),
  ...bothOrders(wordSortColumns).map((sort) => screen(`phrases by ${sort}`, `${words}?sort=${sort}`)),
  screen('deleted phrases', `${words}?show=deleted`),
  screen('deleted phrases, text, by total_posts', (run) => `${words}?show=deleted&text=${city(run)}&sort=-total_posts`),
  screen('phrases, page 97', `${words}?page=97`),
  screen('phrases by -text, page 97', `${words}?page=97&sort=-text`),
  screen('phrases of a client', words, 'client'),
  screen('phrases of a client, text', (run) => `${words}?text=${city(run)}`, 'client'),
  screen('phrases of a client, fine', `${words}?health=fine`, 'client'),
  screen('phrases of a client, ready', `${words}?state=ready`, 'client'),
  ...wordSortColumns.map((sort) => screen(`phrases of a client by -${sort}`, `${words}?sort=-${sort}`, 'client')),
];

const otherScreens = [
  screen('feed', '/ldvknf/posts'),
  screen('feed of a client', '/ldvknf/posts', 'client'),
  screen('sources', (run) => `/ldvknf/owners?sort=name&page=${1 + run}`),
  screen('journal', journal),
  screen('journal, who', `${journal}?who=client-1007`),
  screen('journal, action', `${journal}?action=exported`),
  screen('journal, who and action', `${journal}?who=client-1007&action=exported`),
  screen('journal, last page', `${journal}?page=4000`),
  screen('collection', '/ldvknf/collection'),
  screen('collection, last page', '/ldvknf/collection?page=1000'),
  screen('card of a phrase', (run) => `${words}/${1 + run * 131}`),
  screen('alerts, 50 rules', '/ldvknf/alerts', 'ruled'),
];

const prefixes = ['б', 'ба', 'бан', 'банк', '10', '101', 'cl', 'ми'] as const;
const text = (run: number, line: number) => `новая фраза ${run} ${line}`;
const texts = (run: number, count: number) => Array.from({ length: count }, (_, line) => text(run, line));
const client = 'client-1500';

/** A list of 1,000 lines is checked in 5 calls and saved in 10. */
const dialogCalls = [
  call('a client by typing', (run) => suggestClients(at(prefixes, run))),
  call('a phrase by typing', (run) => loadWordSuggestions(at(['ремонт', 'до', 'банк'], run))),
  call('IDs of all clients', () => loadClientIds('')),
  screen('IDs of all phrases', `${apiBase}/vknf/words/ids`),
  call('check of 200 lines', (run) => checkWordTexts(texts(run, wordChecksMax), client)),
  call('addition of 100 lines', (run) => createWords(texts(run, bulkMax), client), 20),
];

export const administrationScreens: readonly BenchScreen[] = [
  ...clientScreens,
  ...phraseScreens,
  ...otherScreens,
  ...dialogCalls,
];
