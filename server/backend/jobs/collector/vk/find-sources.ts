/** Finds sources in the network by their addresses, with `groups.getById` and `users.get`, when somebody adds them. */
import * as messages from '../../../../../shared/messages.ts';
import type { SourceAddress } from '../../../../../shared/rules/source-address.ts';
import { conflict } from '../../../../platform/app-error.ts';
import { sleep } from '../../../../platform/background.ts';
import type { Config } from '../../../../platform/settings.ts';
import type { FindSources, FoundSource } from '../../../http/endpoint.ts';
import { callMethod, type VkMethod } from './call-method.ts';
import { mapGroups, mapProfiles } from './map-page.ts';
import { getGroups, getUsers } from './methods.ts';

/** Too many calls a second: the collector calls with the same keys. */
const slowDownCode = 6;
const slowDownMs = 1200;
const attemptsMax = 5;
/** None of the names exists: wrong parameter, wrong user, wrong community. */
const unknownCodes = [100, 113, 125];

type Options = Pick<Config, 'VK_API_ORIGIN' | 'VK_SERVICE_KEY'>;

const timeoutMs = 10_000;

const parameterOf = (address: SourceAddress): string =>
  'name' in address ? address.name : String(Math.abs(address.ownerId));

/** Null where the network has no such source. Throws a 409 while the network does not answer. */
export function createSourceFinder({ VK_API_ORIGIN: origin, VK_SERVICE_KEY: keys }: Options): FindSources {
  /** Null when none of the names exists. */
  async function call<Response>(method: VkMethod<Response>): Promise<Response | null> {
    const signal = new AbortController().signal;
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const key = keys[attempt % keys.length] ?? '';
      const result = await callMethod({ origin, key, method, timeoutMs }, signal);
      if (result.type === 'answer') return result.response;
      if (result.type === 'error' && unknownCodes.includes(result.error.error_code)) return null;
      if (result.type === 'error' && result.error.error_code === slowDownCode) await sleep(slowDownMs, signal);
    }
    throw conflict(messages.vkNotAnswering);
  }

  /** Asks for several at once; where the network refuses all because of one, for halves. */
  async function ask(addresses: readonly SourceAddress[], load: Load): Promise<FoundSource[]> {
    if (addresses.length === 0) return [];
    const found = await load(addresses.map(parameterOf));
    if (found !== null || addresses.length === 1) return found ?? [];
    const half = Math.ceil(addresses.length / 2);
    return [...(await ask(addresses.slice(0, half), load)), ...(await ask(addresses.slice(half), load))];
  }
  type Load = (names: readonly string[]) => Promise<FoundSource[] | null>;
  const loadGroups: Load = async (names) => {
    const reply = await call(getGroups(names));
    return reply && mapGroups(reply);
  };
  const loadUsers: Load = async (names) => {
    const reply = await call(getUsers(names));
    return reply && mapProfiles(reply);
  };
  const findIn = (found: readonly FoundSource[], address: SourceAddress) =>
    found.find(({ owner: { ownerId, domain } }) =>
      'name' in address ? domain?.toLowerCase() === address.name : ownerId === address.ownerId,
    );

  return async (addresses) => {
    const isNamed = (address: SourceAddress) => 'name' in address;
    const groups = await ask(
      addresses.filter((address) => isNamed(address) || ('ownerId' in address && address.ownerId < 0)),
      loadGroups,
    );
    const users = await ask(
      addresses.filter((address) => ('name' in address ? !findIn(groups, address) : address.ownerId > 0)),
      loadUsers,
    );
    return addresses.map((address) => findIn([...groups, ...users], address) ?? null);
  };
}
