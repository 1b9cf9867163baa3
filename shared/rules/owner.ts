/** Types of sources and the validation of the source form (docs/product.md, section 5). */
import * as messages from '../messages.ts';

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

export const ownerTypeError = (type: string): string | null => (type.trim() === '' ? messages.chooseType : null);
export const ownerNameError = (name: string): string | null => (name.trim() === '' ? messages.enterTitle : null);

/** Maximum text lengths in UTF-16 units, by API field name. */
export const ownerTextMax = { OwnerType: 50, Name: 300, Domain: 300, PhotoURL: 2000 } as const;
