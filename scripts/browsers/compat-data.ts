/** What the oldest supported browsers have, by the compatibility data of MDN. */
import compatData, {
  type CompatStatement,
  type Identifier,
  type SimpleSupportStatement,
} from '@mdn/browser-compat-data/forLegacyNode';
import { browsers } from '../build/client.ts';

const oldest = browsers.map((name) => {
  const [, browser = '', version] = /^([a-z]+)([\d.]+)$/.exec(name) ?? [];
  return { browser: browser as 'chrome' | 'firefox' | 'safari', version: Number(version) };
});

function isIn(statement: SimpleSupportStatement, version: number): boolean {
  const { version_added, version_removed, prefix, alternative_name, flags } = statement;
  const isAdded = typeof version_added === 'string' && Number.parseFloat(version_added.replace('≤', '')) <= version;
  const isRemoved = typeof version_removed === 'string' && Number.parseFloat(version_removed) <= version;
  return isAdded && !isRemoved && !prefix && !alternative_name && !flags;
}

const isEverywhere = ({ support }: CompatStatement): boolean =>
  oldest.every(({ browser, version }) => [support[browser] ?? []].flat().some((statement) => isIn(statement, version)));

/** The feature's entry below `start`, such as `Element`, `ariaBusy` below the data of DOM. Undefined: the data lack it. */
export const featureAt = (start: Identifier | undefined, ...names: string[]): Identifier | undefined =>
  names.reduce<Identifier | undefined>((entry, name) => entry?.[name] as Identifier | undefined, start);

/** Whether one of the oldest browsers lacks the feature. An entry without data of support is taken as known. */
export const isTooNew = (entry: Identifier | undefined): boolean =>
  entry?.__compat !== undefined && !isEverywhere(entry.__compat);

/** The entries below `start` by their names. */
export function entriesByName(
  start: Identifier,
  found: Map<string, Identifier[]> = new Map(),
): Map<string, Identifier[]> {
  for (const [name, entry] of Object.entries(start)) {
    if (name === '__compat') continue;
    found.set(name, [...(found.get(name) ?? []), entry as Identifier]);
    entriesByName(entry as Identifier, found);
  }
  return found;
}

export const dom: Identifier = compatData.api;
export const { css } = compatData;
