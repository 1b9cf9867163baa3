/** What a source is and what its form is checked for (docs/product.md, section 5). */
import * as messages from '../messages.ts';

export const ownerTypes = ['user', 'group', 'page', 'event'] as const;
export type OwnerType = (typeof ownerTypes)[number];

const ownerTypeLabels: Record<OwnerType, string> = {
  user: 'Пользователь',
  group: 'Группа',
  page: 'Страница',
  event: 'Мероприятие',
};

/** The Russian name of a source's type; a type that is not ours is shown as the backend wrote it. */
export const ownerTypeLabel = (type: string): string =>
  Object.hasOwn(ownerTypeLabels, type) ? ownerTypeLabels[type as OwnerType] : type;

export const ownerTypeError = (type: string): string | null => (type.trim() === '' ? messages.chooseType : null);
export const ownerNameError = (name: string): string | null => (name.trim() === '' ? messages.enterTitle : null);

/** The longest texts taken, in UTF-16 units, by the names that the API has for the fields. */
export const ownerTextMax = { OwnerType: 50, Name: 300, Domain: 300, PhotoURL: 2000 } as const;
