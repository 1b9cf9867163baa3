import type * as v from 'valibot';
import { toNullable } from '../rules/reply-values.ts';
import type { CityRow } from '../store/cities-store.ts';
import type { cityReply } from './schemas.ts';

export const presentCity = (city: CityRow): v.InferOutput<typeof cityReply> => ({
  CityID: city.cityId,
  Name: toNullable(city.name),
});
