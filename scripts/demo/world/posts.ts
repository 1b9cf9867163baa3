/** Composes posts of the demo. */
import { dayMs } from '../../../shared/durations.ts';
import { capitalise } from '../../../shared/format.ts';
import { type DemoPhrase, demoPhrases } from './phrases.ts';
import { createRandom, hashText, type Random } from './random.ts';
import { closings, emoji, hashtags, links, openings, spam, stories, topicSentences } from './sentences.ts';
import { type Place, type Source, sources, spamSources } from './sources.ts';

function fillSlots(sentence: string, phrase: DemoPhrase, place: Place): string {
  const slots: Record<string, string> = {
    text: phrase.text,
    of: phrase.of,
    about: phrase.about,
    city: place.name,
    cityOf: place.of,
    where: place.where,
  };
  return capitalise(sentence.replace(/\{(\w+)\}/g, (slot, name: string) => slots[name] ?? slot));
}

function composeTail(random: Random): string {
  const parts: string[] = [];
  if (random.chance(0.3)) parts.push(random.pick(emoji));
  if (random.chance(0.15)) parts.push(random.pick(links));
  if (random.chance(0.35)) parts.push(`\n${random.pick(hashtags)} ${random.pick(hashtags)}`);
  return parts.join(' ');
}

export function composePostText(random: Random, phrase: DemoPhrase, place: Place): string {
  const gap = () => (random.chance(0.25) ? '\n\n' : ' ');
  let text = fillSlots(random.pick(openings), phrase, place);
  const sentences = topicSentences[phrase.topic];
  const first = random.int(sentences.length);
  for (const sentence of [...sentences, ...sentences].slice(first, first + random.int(4))) text += gap() + sentence;
  if (random.chance(0.18)) text += gap() + random.pick(stories);
  if (random.chance(0.05))
    text += gap() + random.pick(stories) + gap() + fillSlots(random.pick(openings), phrase, place);
  if (random.chance(0.5)) text += gap() + random.pick(closings);
  const tail = composeTail(random);
  return tail === '' ? text : `${text} ${tail}`;
}

const composeSpam = (random: Random, phrase: DemoPhrase, place: Place): string =>
  `${fillSlots(random.pick(spam), phrase, place)} ${random.pick(links)}`;

export type DemoPost = {
  source: Source;
  postId: number;
  userId: number;
  postedAt: number;
  /** Its own words; null when the post has only a picture, a repost or an attachment. */
  text: string | null;
  attached: { kind: 'link' | 'poll'; title: string } | null;
  hasPhoto: boolean;
  isAd: boolean;
  repostOf: Release | null;
  /** Views that the post reaches eventually. */
  reach: number;
  /** The text that its author gave it later. */
  edit: { at: number; text: string } | null;
  deletedAt: number | null;
  phrases: DemoPhrase[];
};

/** A text that several sources publish. */
export type Release = { source: Source; postId: number; postedAt: number; text: string };

const secondMs = 1000;
const releaseMs = 2 * dayMs;
const firstPostAt = Date.UTC(2020, 0, 1);

/** Grows with the time, and differs between posts of one second. */
export const postIdAt = (postedAt: number, seed: number): number =>
  Math.floor((postedAt - firstPostAt) / secondMs) * 10 + ((seed >>> 0) % 10);

function pickSource(random: Random): Source {
  return sources[Math.floor(sources.length * random.next() ** 1.5)] ?? sources[0];
}

/** The release about the phrase that all copies within its two days repeat. */
function findRelease(phrase: DemoPhrase, postedAt: number): Release {
  const releasedAt = Math.floor(postedAt / releaseMs) * releaseMs;
  const seed = hashText(`${phrase.text} release ${releasedAt}`);
  const random = createRandom(seed);
  const source = pickSource(random);
  const text = composePostText(random, phrase, source.place);
  return { source, postId: postIdAt(releasedAt, seed), postedAt: releasedAt, text };
}

type Content = Pick<DemoPost, 'text' | 'attached' | 'repostOf' | 'isAd' | 'phrases'> & { spams?: true };

function composeContent(random: Random, phrase: DemoPhrase, source: Source, postedAt: number): Content {
  const ordinary = { attached: null, repostOf: null, isAd: random.chance(0.03), phrases: [phrase] };
  const kind = random.next();
  if (kind < 0.02) return { ...ordinary, text: null };
  if (kind < 0.04) {
    const title = fillSlots(random.pick(openings), phrase, source.place);
    return { ...ordinary, text: null, attached: { kind: random.chance(0.5) ? 'link' : 'poll', title } };
  }
  if (kind < 0.11) {
    const comment = random.chance(0.5) ? random.pick(closings) : null;
    return { ...ordinary, text: comment, repostOf: findRelease(phrase, postedAt) };
  }
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

/** The post with the text that it has at the time. */
export const asOf = (post: DemoPost, time: number): DemoPost =>
  post.edit === null || post.edit.at > time ? post : { ...post, text: post.edit.text };

/** The text of the post as a collector stores it. */
export function wordsOf({ text, attached, repostOf }: Pick<DemoPost, 'text' | 'attached' | 'repostOf'>) {
  const own = text === null ? '' : `${text}\n\n`;
  if (repostOf) return { text: own + repostOf.text, textParts: [{ kind: 'repost', at: own.length } as const] };
  if (attached) return { text: attached.title, textParts: [{ kind: attached.kind, at: 0 }] };
  return { text, textParts: [] };
}

/** About one post in 15 has twice the usual views of its source, and one in 100 many times as many. */
function composeReach(random: Random, { ownerId, ownerType }: Source): number {
  const audience = createRandom(hashText(`audience ${ownerId}`)).next();
  const usual = ownerType === 'user' ? 60 * 10 ** audience : 500 * 40 ** audience;
  const deviation = 2 * (random.next() + random.next() + random.next() - 1.5);
  return Math.floor(usual * Math.exp(0.45 * deviation) * (random.chance(0.01) ? 5 : 1));
}

/** The same seed gives the same post. `postedAt` is a whole second in milliseconds. */
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
    hasPhoto: wordsOf(content).text === null || random.chance(0.25),
    reach: composeReach(random, source),
    edit: null,
    deletedAt: null,
  };
}
