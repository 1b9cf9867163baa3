/** Composes the text of a demo post, which always matches the phrase. */
import type { DemoPhrase } from './phrases.ts';
import type { Place } from './places.ts';
import type { Random } from './random.ts';
import {
  closings,
  emoji,
  hashtags,
  links,
  openings,
  openingsWithoutGenitive,
  spam,
  stories,
  topicSentences,
} from './sentences.ts';

const capitalise = (text: string): string => text.charAt(0).toLocaleUpperCase('ru-RU') + text.slice(1);

function fillSlots(sentence: string, phrase: DemoPhrase, place: Place): string {
  const slots: Record<string, string> = {
    text: phrase.text,
    of: phrase.of ?? phrase.text,
    about: phrase.about,
    city: place.name,
    cityOf: place.of,
    where: place.where,
  };
  return capitalise(sentence.replace(/\{(\w+)\}/g, (slot, name: string) => slots[name] ?? slot));
}

/** The end of a post: emoji, a link, hashtags. */
function composeTail(random: Random): string {
  const parts: string[] = [];
  if (random.chance(0.3)) parts.push(random.pick(emoji));
  if (random.chance(0.15)) parts.push(random.pick(links));
  if (random.chance(0.35)) parts.push(`\n${random.pick(hashtags)} ${random.pick(hashtags)}`);
  return parts.join(' ');
}

const pickOpening = (random: Random, { of }: DemoPhrase): string =>
  random.pick(of === null ? openingsWithoutGenitive : openings);

export function composePostText(random: Random, phrase: DemoPhrase, place: Place): string {
  const gap = () => (random.chance(0.25) ? '\n\n' : ' ');
  let text = fillSlots(pickOpening(random, phrase), phrase, place);
  const sentences = topicSentences[phrase.topic];
  const first = random.int(sentences.length);
  for (const sentence of [...sentences, ...sentences].slice(first, first + random.int(4))) text += gap() + sentence;
  if (random.chance(0.18)) text += gap() + random.pick(stories);
  if (random.chance(0.05))
    text += gap() + random.pick(stories) + gap() + fillSlots(pickOpening(random, phrase), phrase, place);
  if (random.chance(0.5)) text += gap() + random.pick(closings);
  const tail = composeTail(random);
  return tail === '' ? text : `${text} ${tail}`;
}

/** An advertisement that uses the phrase to be found. */
export const composeSpam = (random: Random, phrase: DemoPhrase, place: Place): string =>
  `${fillSlots(random.pick(spam), phrase, place)} ${random.pick(links)}`;
