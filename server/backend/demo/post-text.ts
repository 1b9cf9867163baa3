/** Composes the text of a demo post, which always matches the phrase. */
import type { DemoPhrase } from './phrases.ts';
import type { Place } from './places.ts';
import type { Random } from './random.ts';
import { closings, emoji, hashtags, links, openings, stories, topicSentences } from './sentences.ts';

const capitalise = (text: string): string => text.charAt(0).toLocaleUpperCase('ru-RU') + text.slice(1);

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

/** The end of a post: emoji, a link, hashtags. */
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
  const middle = random.int(4);
  for (let count = 0; count < middle; count += 1) text += gap() + random.pick(topicSentences[phrase.topic]);
  if (random.chance(0.18)) text += gap() + random.pick(stories);
  if (random.chance(0.05))
    text += gap() + random.pick(stories) + gap() + fillSlots(random.pick(openings), phrase, place);
  if (random.chance(0.5)) text += gap() + random.pick(closings);
  const tail = composeTail(random);
  return tail === '' ? text : `${text} ${tail}`;
}
