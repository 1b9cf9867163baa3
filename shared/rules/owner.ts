/** Types of sources and the validation of the source form (docs/product/sources.md). */
import * as messages from '../messages.ts';
import { hasAddress, webUrl } from './urls.ts';

export const ownerTypes = ['user', 'group', 'page', 'event'] as const;
export type OwnerType = (typeof ownerTypes)[number];

const ownerTypeLabels: Record<OwnerType, string> = {
  user: 'Пользователь',
  group: 'Группа',
  page: 'Страница',
  event: 'Мероприятие',
};

/** Returns the Russian name of a source type. Unknown types are returned unchanged. */
export const ownerTypeLabel = (type: string): string =>
  Object.hasOwn(ownerTypeLabels, type) ? ownerTypeLabels[type as OwnerType] : type;

/** Rejects tags, line breaks and other control characters in texts that everybody sees. */
const markupError = (text: string): string | null =>
  /<[a-z/!?]|[\p{Cc}\u2028\u2029]/iu.test(text.trim()) ? messages.markupInText : null;

export const ownerTypeError = (type: string): string | null =>
  type.trim() === '' ? messages.chooseType : markupError(type);

export function ownerNameError(name: string): string | null {
  if (name.trim() === '') return messages.enterTitle;
  return markupError(name) ?? (hasAddress(name) ? messages.addressInTitle : null);
}

/** The screen name in URLs of the network; optional. */
export const ownerDomainError = (domain: string): string | null =>
  /^[\w.-]*$/.test(domain.trim()) ? null : messages.badDomain;

/** Optional. */
export const ownerPhotoError = (address: string): string | null =>
  address.trim() === '' || webUrl(address.trim()) !== null ? null : messages.badPhotoUrl;

/** Maximum text lengths in UTF-16 units, by API field name. */
export const ownerTextMax = { OwnerType: 50, Name: 300, Domain: 300, PhotoURL: 2000 } as const;
