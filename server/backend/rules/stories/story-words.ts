/**
 * The words of a text as stories compare them. Their stems are not those of the search: the keys of stored texts were made of
 * them.
 */
import { stemmer as stemRussian } from '@orama/stemmers/russian';
import { createTokeniser, wordSource } from '../search/tokenise.ts';

export const storyWords = createTokeniser(new RegExp(wordSource, 'gu'), stemRussian);
