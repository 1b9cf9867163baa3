/** What the page of analytics shows. */
import type { Analytics } from '../../../shared/api/analytics.ts';
import type { Loaded } from '../../../shared/pages/islands.ts';
import type { PostsQuery } from '../../../shared/pages/posts-query.ts';
import type { PageInput } from '../../session/page-input.ts';
import type { ChosenPhrases, PhraseField } from './chosen-phrases.ts';
import type { ChosenPeriod } from './period.ts';

export type AnalyticsContent = {
  input: PageInput;
  /** The filters of the figures, with the days of the period. */
  query: PostsQuery;
  /** `YYYY-MM-DD`. */
  today: string;
  period: ChosenPeriod;
  phrases: ChosenPhrases;
  phraseField: PhraseField;
  /** Null when the form has an error. */
  analytics: Loaded<Analytics> | null;
  /** Names of the filters; null without a filter and when unknown. */
  owner: string | null;
  city: string | null;
};
