/** Writes found posts as lines of an import, the inverse of `readImportLine`. */
import type { FoundPage } from '../jobs/collector/search-source.ts';

const timeOf = (time: number): string => new Date(time).toISOString();

/**
 * One line per post, without line breaks. The same post results in the same line, whenever it was collected: `UpdateDt` is the
 * time of its last edit, else of the post. Names the phrase by its text, because IDs differ between databases.
 */
export function postLines({ posts, owners, cities }: FoundPage, word: string): string[] {
  const ownersById = new Map(owners.map((owner) => [owner.ownerId, owner]));
  const citiesById = new Map(cities.map((city) => [city.cityId, city]));
  return posts.map((post) => {
    const owner = ownersById.get(post.ownerId);
    const city = post.cityId === null ? undefined : citiesById.get(post.cityId);
    return JSON.stringify({
      OwnerID: post.ownerId,
      PostID: post.postId,
      UserID: post.userId,
      PostDt: timeOf(post.postedAt),
      UpdateDt: timeOf(post.facts.editedAt ?? post.postedAt),
      Word: word,
      Text: post.text,
      PhotoURL: post.photoUrl,
      CityID: post.cityId,
      City: city?.name ?? null,
      Country: city?.country ?? null,
      OwnerName: owner?.name ?? null,
      OwnerType: owner?.ownerType ?? null,
      OwnerPhotoURL: owner?.photoUrl ?? null,
      Domain: owner?.domain ?? null,
      ...(post.foundByVk && { FoundByVK: true }),
    });
  });
}
