/** API calls of the capability `collection` (docs/product.md, section 17). */
import * as messages from '../messages.ts';
import { runsPageSize } from '../rules/limits.ts';
import { type Call, get, post, withQuery } from './call.ts';
import {
  type CollectionOverview,
  type RunsPage,
  readOverview,
  readRunsPage,
  readWordCollection,
  type WordCollection,
} from './collection-data.ts';
import { readNothing } from './read.ts';

export const loadCollection = (): Call<CollectionOverview> =>
  get('/vknf/collection', readOverview, messages.loadCollection);

export const loadRunsPage = (offset: number): Call<RunsPage> =>
  get(withQuery('/vknf/collection/runs', { limit: runsPageSize, offset }), readRunsPage, messages.loadCollection);

export const loadWordCollection = (wordId: number): Call<WordCollection> =>
  get(`/vknf/collection/words/${wordId}`, readWordCollection, messages.loadCollection);

/** «Собрать сейчас», for administrators. */
export const collectNow = (wordId: number): Call<null> =>
  post(withQuery('/vknf/collection/start', { id: wordId }), undefined, readNothing, messages.collectNow);
