/** Posts. Times are milliseconds since 1970. */
import type { Analytics, Histogram } from '../../../shared/api/analytics.ts';
import type { WorkCounts, WorkTimes } from '../../../shared/api/story-work.ts';
import type { WordDays } from '../../../shared/api/words.ts';
import type { PostSortColumn } from '../../../shared/fields/posts.ts';
import type { Days } from '../../../shared/rules/days.ts';
import type { Tone, WorkStateFilter } from '../../../shared/rules/work.ts';
import type { Identity } from '../rules/account.ts';
import type { StoryArrivals } from '../rules/alerts/conditions.ts';
import type { TimeWindow } from '../rules/days.ts';
import type { Work, WorkNames } from '../rules/work.ts';
import type { MuteTarget } from './mutes.ts';
import type { Page, PageQuery } from './page.ts';
import type { MeasuredWord } from './word-health.ts';

export type NewPost = {
  ownerId: number;
  postId: number;
  wordId: number;
  userId: number;
  /** Stored to the second, the precision of the social network. */
  postedAt: number;
  updatedAt: number;
  text: string | null;
  photoUrl: string | null;
  cityId: number | null;
  /** VK found the post for the phrase, whose query does not match it. Undefined: as it is stored, in a new row false. */
  foundByVk?: boolean | undefined;
};

/** Numbers of posts. `changed`: at least one row. `refused`: the source or the author was erased. */
export type SavedPosts = { added: number; changed: number; refused: number };

/** A row of the feed: a post and one of the phrases that it matches. */
export type PostRow = NewPost & {
  foundByVk: boolean;
  word: string;
  ownerName: string | null;
  ownerPhotoUrl: string | null;
  domain: string | null;
  ownerType: string | null;
  country: string | null;
  city: string | null;
  storyId: number;
  /** Further rows of the story in the selection; 0 unless copies are hidden. */
  copies: number;
  /** Whether the account marked the story as read. */
  read: boolean;
  /** Of the client of the scope; null when nothing is stored and the story does not grow. */
  work: (Work & { growing: boolean }) | null;
};

/**
 * Filters, combined with AND; null and false mean no filter. `clientId` limits the posts to the phrases that the client
 * tracks. `account` (account.ts) decides which sources and authors are muted and which stories are read. Excludes posts of
 * deleted phrases. `from` is the first millisecond included, `to` the first one excluded.
 */
export type PostScope = typeof everyPost;

/** The place of a row in an order: the value of its column (0 in the order of time) and its ID. */
export type PostCursor = { value: number; id: number };

/** `after` is null for the first rows. */
export type PostRowsQuery = Pick<PageQuery<PostSortColumn>, 'limit' | 'orderBy' | 'orderDirection'> & {
  after: PostCursor | null;
};

/** `parts` are posts that are separated by commas; a part may be empty. */
export type PostsJson = { parts: Uint8Array[]; total: number };

/** `next` is null at the end. Rows of read stories are left out after the page was read, so that it may have fewer. */
/** `json`: posts as the API returns them, separated by commas. */
export type PostRowsJson = { json: Uint8Array; next: PostCursor | null };

/** The scope of all posts of phrases that are not deleted. */
export const everyPost = {
  clientId: null as string | null,
  account: null as string | null,
  wordId: null as number | null,
  /** Posts of any of these phrases. */
  wordIds: null as readonly number[] | null,
  ownerId: null as number | null,
  /** 0: posts without a city. */
  cityId: null as number | null,
  text: null as string | null,
  from: null as number | null,
  to: null as number | null,
  /** The weekday and the hour of posting in the zone of the bars of histograms: from 1 (Monday) to 7, and from 0 to 23. */
  weekday: null as number | null,
  hour: null as number | null,
  /** Shows one row per story: the first one in the requested order. Totals count stories. */
  hideCopies: false,
  storyId: null as number | null,
  /** Only stories that are new since this arrival: the other filters but dates select no row of them that arrived up to it. */
  since: null as number | null,
  /** Only rows that arrived up to this arrival. */
  until: null as number | null,
  /** Only stories of which the other filters but dates select no row that was posted before `from`. */
  first: false,
  unread: false,
  /** Filters by the work of `clientId`; without a client they have no effect. `any`: also stories that rules have hidden. */
  state: null as WorkStateFilter | 'any' | null,
  /** Of the client's people; 0 is its own account. */
  assignee: null as number | 'none' | null,
  tag: null as number | null,
  tone: null as Tone | 'none' | null,
  /** For rows with work: the names of the client's people and tags, and the time at which stories grow. */
  shownWork: null as (WorkNames & { now: number }) | null,
};

/** A source or an author, within the phrases of a client; null means all phrases. */
export type CountedTarget = MuteTarget & { clientId: string | null };

export type OwnerFigures = { ownerId: number; rows: number; stories: number };

/** The stories that are new to a scope since the arrival `since`. */
export type StoriesScope = PostScope & { since: number };

/** The stories whose first row was posted within one second, which starts at `at`. */
export type FirstPosts = { at: number; count: number };

/** Times of the first and the last post; both are null when there is none. */
export type PostTimes = { min: number | null; max: number | null };

type PreviewedPosts = { total: number; examples: string[] };

/**
 * Distinct posts: `recent` in the window, `examples` the texts of the newest, `removed` by a part with a minus. `change`: the posts
 * of the phrase that do not match its new text, and the others that do.
 */
export type PostPreview = PreviewedPosts & {
  recent: number;
  excluded: { text: string; removed: number }[];
  change: { leaving: PreviewedPosts; coming: PreviewedPosts } | null;
};

/**
 * Queries of one viewer run one after another and those of several viewers in turn, so that one viewer's searches do not
 * delay the others. A query that exceeds the time limit rejects with a `QueryLimitError`.
 */
export interface PostQueries {
  /** The rows of one page and the total of the same selection. Texts that together are too long for a reply are cut. */
  page(viewer: Identity, scope: PostScope, page: PageQuery<PostSortColumn>): Promise<Page<PostRow>>;
  /** The same rows as JSON of the API, with highlights. Queries of other viewers run between the parts of a large page. */
  pageJson(viewer: Identity, scope: PostScope, page: PageQuery<PostSortColumn>): Promise<PostsJson>;
  /** The rows after a cursor, each of which takes the same time. `hideCopies` has no effect. May have fewer than the limit. */
  rows(viewer: Identity, scope: PostScope, query: PostRowsQuery): Promise<PostRowsJson>;
  count(viewer: Identity, scope: PostScope): Promise<number>;
  dates(viewer: Identity, scope: PostScope): Promise<PostTimes>;
  /** The totals per hour, day or month of the console's time zone. */
  histogram(viewer: Identity, scope: PostScope): Promise<Histogram>;
  /** The figures of the days and of the period before. The dates of the scope and its conditions on stories have no effect. */
  analytics(viewer: Identity, scope: PostScope, days: Days, now: number): Promise<Analytics>;
  /** Of each phrase that the scope may see, the totals of at most 30 days: of all, and of each. */
  wordDays(viewer: Identity, scope: PostScope, wordIds: readonly number[], days: Days): Promise<WordDays['words']>;
  /** The number of posts that match the search. A post with several phrases counts once. */
  countMatching(viewer: Identity, text: string): Promise<number>;
  /** Of each target, the number of posts in the window. A post with several phrases counts once. */
  countOfTargets(viewer: Identity, targets: readonly CountedTarget[], window: TimeWindow): Promise<number[]>;
  /** Of each source with posts of the scope, or of those of the given ones. */
  ownerFigures(viewer: Identity, scope: PostScope, ownerIds: readonly number[] | null): Promise<OwnerFigures[]>;
  /** Of each client that has some, the number of rows in the window. */
  countOfClients(viewer: Identity, clientIds: readonly string[], window: TimeWindow): Promise<Record<string, number>>;
  /** Of each scope, the number of new stories that the viewer has not muted. Counts only the last 20,000 arrivals. */
  countNewStories(viewer: Identity, scopes: readonly StoriesScope[]): Promise<number[]>;
  /** Of each scope, the new stories up to `until` that the viewer has not muted, in the order of arrival. Marks have no effect. */
  listArrivals(viewer: Identity, scopes: readonly StoriesScope[], until: number): Promise<StoryArrivals[][]>;
  /** Of each scope, the stories of the rows after its `since` up to `until` that the viewer has not muted. Marks have no effect. */
  listArrivedStories(viewer: Identity, scopes: readonly StoriesScope[], until: number): Promise<number[][]>;
  /** The stories of the scope by their work, for each filter by work as if it were not set. Without a client there are none. */
  countWork(viewer: Identity, scope: PostScope): Promise<WorkCounts>;
  measureWork(viewer: Identity, scope: PostScope): Promise<WorkTimes>;
  /** Every story of the scope, the newest first. */
  listStories(viewer: Identity, scope: PostScope): Promise<number[]>;
  /** Of the first text of each story. */
  listStems(viewer: Identity, storyIds: readonly number[]): Promise<string[][]>;
  /** When the stories of the scope were posted first, in this order; not those with a row before `from`. Marks have no effect. */
  listFirstPosts(viewer: Identity, scope: PostScope): Promise<FirstPosts[]>;
  /**
   * Of each window, the number of stories with a post in it. Neither the starts nor the ends of the windows descend. Marks have no
   * effect.
   */
  countInWindows(viewer: Identity, scope: PostScope, windows: readonly TimeWindow[]): Promise<number[]>;
  /** What the search of the scope would find, at most 10 examples. `wordId`: the phrase whose new text it is, if there is one. */
  preview(viewer: Identity, scope: PostScope, window: TimeWindow, wordId: number | null): Promise<PostPreview>;
  /**
   * Computes the numbers of the health of phrases that have none or whose numbers are a day old, as many as take a reader thread
   * about 0.2 s. Empty when none is due: a phrase that waits for its first run is not, and one without posts is again with its first.
   */
  measureWords(now: number): Promise<MeasuredWord[]>;
}
