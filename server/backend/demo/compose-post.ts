/** Composes a demo post: an ordinary one, a repost, a copy of a press release, an advertisement, or a picture alone. */
import { type DemoPhrase, demoPhrases } from './phrases.ts';
import { composePostText, composeSpam } from './post-text.ts';
import { createRandom, hashText, type Random } from './random.ts';
import { closings } from './sentences.ts';
import { type Source, sources, spamSources } from './sources.ts';

export type DemoPost = {
  source: Source;
  postId: number;
  userId: number;
  postedAt: number;
  /** Null when it has only a picture, or the text of the repost. */
  text: string | null;
  hasPhoto: boolean;
  isAd: boolean;
  repostOf: Release | null;
  /** Views that it reaches in time. */
  reach: number;
  /** All the phrases that it matches. */
  phrases: DemoPhrase[];
};

/** A text that several sources publish. */
export type Release = { source: Source; postId: number; postedAt: number; text: string };

const secondMs = 1000;
const releaseMs = 2 * 24 * 60 * 60 * secondMs;
const firstPostAt = Date.UTC(2020, 0, 1);

/** Grows with the time, and differs between posts of one second. */
const postIdAt = (postedAt: number, seed: number): number =>
  Math.floor((postedAt - firstPostAt) / secondMs) * 10 + ((seed >>> 0) % 10);

function pickSource(random: Random): Source {
  return sources[Math.floor(sources.length * random.next() ** 1.5)] ?? sources[0];
}

/** The release about the phrase from which all copies of two days come. */
function findRelease(phrase: DemoPhrase, postedAt: number): Release {
  const releasedAt = Math.floor(postedAt / releaseMs) * releaseMs;
  const seed = hashText(`${phrase.text} release ${releasedAt}`);
  const random = createRandom(seed);
  const source = pickSource(random);
  const text = composePostText(random, phrase, source.place);
  return { source, postId: postIdAt(releasedAt, seed), postedAt: releasedAt, text };
}

type Content = Pick<DemoPost, 'text' | 'repostOf' | 'isAd' | 'phrases'> & { spams?: true };

function composeContent(random: Random, phrase: DemoPhrase, source: Source, postedAt: number): Content {
  const ordinary = { repostOf: null, isAd: random.chance(0.03), phrases: [phrase] };
  const kind = random.next();
  if (kind < 0.03) return { ...ordinary, text: null };
  if (kind < 0.11) return { ...ordinary, text: null, repostOf: findRelease(phrase, postedAt) };
  if (kind < 0.19) {
    return { ...ordinary, text: `${findRelease(phrase, postedAt).text} ${random.pick(closings)}` };
  }
  if (kind < 0.23) return { ...ordinary, text: composeSpam(random, phrase, source.place), spams: true };
  const text = composePostText(random, phrase, source.place);
  const second = random.pick(demoPhrases);
  if (kind > 0.27 || second === phrase) return { ...ordinary, text };
  return {
    ...ordinary,
    text: `${text}\n\n${composePostText(random, second, source.place)}`,
    phrases: [phrase, second],
  };
}

/** The same post for the same seed. `postedAt` is a whole second in milliseconds. */
export function composeDemoPost(seed: number, phrase: DemoPhrase, postedAt: number): DemoPost {
  const random = createRandom(seed);
  const usual = pickSource(random);
  const { spams, ...content } = composeContent(random, phrase, usual, postedAt);
  const source = spams ? random.pick(spamSources) : usual;
  return {
    ...content,
    source,
    postId: postIdAt(postedAt, seed),
    userId: source.ownerType === 'user' ? source.ownerId : 700_000 + random.int(400),
    postedAt,
    hasPhoto: (content.text === null && content.repostOf === null) || random.chance(0.25),
    reach: Math.floor(40 * 500 ** random.next()),
  };
}
