/** Posts. Times are milliseconds since 1970. */
import type { Analytics, Histogram, MissingTime } from '../../../shared/api/analytics.ts';
import type { Explanation } from '../../../shared/api/explanation.ts';
import type { PeriodReach } from '../../../shared/api/reach.ts';
import type { WorkCounts, WorkTimes } from '../../../shared/api/story-work.ts';
import type { Diagnosis } from '../../../shared/api/text-preview.ts';
import type { WordDays } from '../../../shared/api/words.ts';
import type { PostSortColumn } from '../../../shared/fields/posts.ts';
import type { TextPart } from '../../../shared/fields/text-parts.ts';
import type { PostKind } from '../../../shared/pages/post-filters.ts';
import type { Days } from '../../../shared/rules/days.ts';
import type { Tone, WorkStateFilter } from '../../../shared/rules/work.ts';
import type { Identity } from '../rules/account.ts';
import type { FactCondition, StoryArrivals } from '../rules/alerts/conditions.ts';
import type { TimeWindow } from '../rules/days.ts';
import type { PostText } from '../rules/edits.ts';
import type { StoryFigures } from '../rules/main-stories.ts';
import type { Figures } from '../rules/measures.ts';
import type { Work, WorkNames } from '../rules/work.ts';
import type { MuteTarget } from './mutes.ts';
import type { Page, PageQuery } from './page.ts';
import type { MeasuredWord } from './word-health.ts';

/**
 * Where a comment stands. `parentText`: the first words of its post. `threadId`: the top comment in whose thread it stands; null
 * for a top comment.
 */
export type CommentPlace = { parentPostId: number; parentText: string; threadId: number | null };

/** In UTF-16 units. */
export const parentTextMax = 200;

/** A post, or a comment, whose number is in the same sequence as those of the posts of its wall. */
export type NewPost = {
  ownerId: number;
  postId: number;
  wordId: number;
  userId: number;
  /** Stored to the second, the precision of the social network. */
  postedAt: number;
  updatedAt: number;
  text: string | null;
  /** Empty for the author's own words. */
  textParts: readonly TextPart[];
  photoUrl: string | null;
  cityId: number | null;
  /** Null for a post. */
  comment: CommentPlace | null;
  /**
   * VK found the post for the phrase, whose query does not match it. Undefined keeps the stored value, and is false in a new
   * row.
   */
  foundByVk?: boolean | undefined;
};

/**
 * Numbers of posts. `changed`: posts with at least one changed row. `refused`: posts of an erased source or author, or of an
 * unknown phrase.
 */
export type SavedPosts = { added: number; changed: number; refused: number };

/** The figures of a post, or of the most viewed row of a story. Null when unknown. `usual`: see rules/measures.ts. */
export type Reach = Figures & {
  measuredAt: number | null;
  usual: number | null;
  ratio: number | null;
  measures: readonly (Figures & { age: number; at: number })[];
};

/** A row of the feed: a post and one of the phrases that it matches. */
export type PostRow = NewPost &
  Reach & {
    foundByVk: boolean;
    /** When the text last changed, and when the network no longer had the post. */
    changedAt: number | null;
    deletedAt: number | null;
    word: string;
    /** The wall whose phrase «Стена: имя» it is; else null. */
    wallId: number | null;
    ownerName: string | null;
    ownerPhotoUrl: string | null;
    domain: string | null;
    ownerType: string | null;
    country: string | null;
    city: string | null;
    storyId: number;
    /** Of the post of a comment, if the viewer sees it; else null. */
    parentStoryId: number | null;
    /** Further rows of the story in the selection; 0 unless copies are hidden. */
    copies: number;
    /** Of the story's posts in the selection, each counted once; 0 and null unless there are further rows. */
    storyViews: number | null;
    storyMeasured: number;
    storyPosts: number;
    /** Whether the account marked the story as read. */
    read: boolean;
    /** Work of the viewer's client; null when none is stored and the story is not growing. */
    work: (Work & { growing: boolean }) | null;
  };

/**
 * The position of a row in an order: the value of its column (0 when ordered by time, -1 for unknown views or ratios) and its ID.
 */
export type PostCursor = { value: number; id: number };

/** `after`: the last row before these; null for the first rows. */
export type PostRowsQuery = Pick<PageQuery<PostSortColumn>, 'limit' | 'orderBy' | 'orderDirection'> & {
  after: PostCursor | null;
};

/** `parts` are chunks of JSON, each with posts separated by commas; a chunk may be empty. */
export type PostsJson = { parts: Uint8Array[]; total: number };

/**
 * `json`: posts as the API returns them, separated by commas. `next` is null at the end. There may be fewer posts than
 * requested, because rows of read stories are dropped after reading.
 */
export type PostRowsJson = { json: Uint8Array; next: PostCursor | null };

/** A row that has what an alert rule waits for, and when it reached that; 0 when unknown. */
export type ReachedRow = { storyId: number; ownerId: number; postId: number; at: number };

/** `arrivals` of rows that the rule did not know. `rows`: what it reports. */
export type Reached = { arrivals: number[]; rows: ReachedRow[] };

/** The rows that a rule knows, as marks of this account, and the time from which on it reports rows. */
export type KnownRows = { account: string; since: number };

/** The filter of all posts. */
export const noFilters = {
  word: null as number | null,
  /** Posts of any of these phrases. */
  words: null as readonly number[] | null,
  owner: null as number | null,
  /** See `cityCode`. */
  city: null as number | null,
  /** Only posts with a photo. */
  photo: false,
  kind: null as PostKind | null,
  /** Only posts with at least this many views, or whose views are at least this multiple of the usual of their source. */
  views: null as number | null,
  ratio: null as number | null,
  /** Only posts whose text has changed, or that the network does not have any more. */
  edited: false,
  deleted: false,
  text: null as string | null,
  /** Milliseconds: the first one included. */
  from: null as number | null,
  /** Milliseconds: the first one excluded. */
  to: null as number | null,
  /** The weekday (1 is Monday, 7 Sunday) and the hour (0 to 23) of posting, in the time zone of histograms. */
  weekday: null as number | null,
  hour: null as number | null,
  /** Without copies, one row per story is shown: the first one in the requested order. Totals count stories. */
  copies: true,
  story: null as number | null,
  /** Only stories that are new since this arrival: no row that arrived up to it matches the other filters, ignoring dates. */
  since: null as number | null,
  /** Only rows that arrived at or before this arrival. */
  until: null as number | null,
  /** Only stories without a row posted before `from` that matches the other filters, ignoring dates. */
  first: false,
  unread: false,
  /** Filters by the work of the viewer's client; without a client they have no effect. `any` includes stories that rules have hidden. */
  state: null as WorkStateFilter | 'any' | null,
  /** A person of the client; 0 is the client's own account. */
  assignee: null as number | 'none' | null,
  tag: null as number | null,
  tone: null as Tone | 'none' | null,
};

/**
 * Filters of posts, combined with AND; null and false mean no filter. Their names are those of the address
 * (shared/pages/post-filters.ts). Posts of deleted phrases never match.
 */
export type FeedFilter = typeof noFilters;

/**
 * A filter and who sees its posts. `clientId` limits the posts to the phrases that the client tracks, and names its work;
 * null: an administrator. `account` (rules/account.ts) decides which sources and authors are muted and which stories are read.
 * `shownWork` adds work to the rows: the names of the client's people and tags, and the time at which stories are judged to
 * grow.
 */
export type Viewing = {
  filter: FeedFilter;
  clientId: string | null;
  account: string | null;
  shownWork: (WorkNames & { now: number }) | null;
};

/** The stories that are new since an arrival. */
export type ViewingSince = Viewing & { filter: { since: number } };

/** The same viewer with changed filters. */
export const withFilters = <Change extends Partial<FeedFilter>>(viewing: Viewing, change: Change) => ({
  ...viewing,
  filter: { ...viewing.filter, ...change },
});

/** The row with this ID: the sentence that is quoted, and the work on its story. */
export type QuotedStory = { id: number; quote: string; work: PostRow['work'] };

/**
 * The main stories of a period, and the views of each of its posts once: of the `posts` that match, `measured` have some. `views`
 * of a story: of its most viewed post; null if none is known.
 */
export type MainStories = {
  views: { sum: number; measured: number; posts: number };
  stories: (Omit<QuotedStory, 'id'> & Omit<StoryFigures, 'first'>)[];
};

export type NewSources = { items: { ownerId: number; name: string; rows: number }[]; total: number };

/** A source or an author, within the phrases of a client; null means all phrases. */
export type CountedTarget = MuteTarget & { clientId: string | null };

export type OwnerFigures = { ownerId: number; rows: number; stories: number };

/** The number of stories whose first row was posted within the second that starts at `at`. */
export type FirstPosts = { at: number; count: number };

/** Times of the first and the last post; both null without posts. */
export type PostTimes = { min: number | null; max: number | null };

type PreviewedPosts = { total: number; examples: string[] };

/**
 * Counts distinct posts. `recent`: posts in the window. `examples`: texts of the newest. `removed`: posts that a part with a
 * minus excludes. `change`: posts of the phrase that do not match its new text (`leaving`), and other posts that match it
 * (`coming`).
 */
export type PostPreview = PreviewedPosts & {
  recent: number;
  excluded: { text: string; removed: number }[];
  change: { leaving: PreviewedPosts; coming: PreviewedPosts } | null;
};

/**
 * Queries of one viewer run one after another, and viewers take turns, so that one viewer's searches do not delay the others. A
 * query that exceeds the time limit rejects with a `QueryLimitError`.
 */
export interface PostQueries {
  /** The rows of one page and their total. Texts are cut if together they are too long for a reply. */
  page(viewer: Identity, viewing: Viewing, page: PageQuery<PostSortColumn>): Promise<Page<PostRow>>;
  /** The same rows as JSON of the API, with highlights. Queries of other viewers run between the parts of a large page. */
  pageJson(viewer: Identity, viewing: Viewing, page: PageQuery<PostSortColumn>): Promise<PostsJson>;
  /**
   * The rows after a cursor; every page takes the same time. May return fewer rows than the limit. Without `copies`, rows have
   * the figures of their stories, and each story has one row in the orders by views and ratio; in others it has all rows.
   */
  rows(viewer: Identity, viewing: Viewing, query: PostRowsQuery): Promise<PostRowsJson>;
  count(viewer: Identity, viewing: Viewing): Promise<number>;
  /**
   * Ignores rows whose dates cannot be true at `now` (shared/rules/real-times.ts), unless they are within the filter's own
   * dates.
   */
  dates(viewer: Identity, viewing: Viewing, now: number): Promise<PostTimes>;
  /** The totals per hour, day or month of the console's time zone, of the same rows. */
  histogram(viewer: Identity, viewing: Viewing, now: number): Promise<Histogram>;
  /** The figures of the days and of the preceding period. Ignores the filter's dates and its conditions on stories. */
  analytics(viewer: Identity, viewing: Viewing, days: Days, now: number): Promise<Analytics>;
  /** The views of the posts of the days, each post once. Ignores what `analytics` ignores, and the choice of copies. */
  periodReach(viewer: Identity, viewing: Viewing, days: Days): Promise<PeriodReach>;
  /**
   * What stands out in the days of the filter, which must have both. Ignores its other conditions on time, single stories and
   * reading, and its choice of copies.
   */
  explanation(viewer: Identity, viewing: Viewing, now: number): Promise<Explanation>;
  /** At most `max` stories of the matching rows, the main one first (rules/main-stories.ts). */
  mainStories(viewer: Identity, viewing: Viewing, max: number): Promise<MainStories>;
  /** The text of a post; null unless a phrase that the viewer sees has it. Ignores the filter. */
  text(viewer: Identity, viewing: Viewing, post: { ownerId: number; postId: number }): Promise<PostText | null>;
  /**
   * A comment with its post and its thread, as JSON of the API, the oldest first; null unless a phrase that the viewer sees has the
   * comment. Ignores the filter.
   */
  thread(
    viewer: Identity,
    viewing: Viewing,
    comment: { ownerId: number; postId: number },
  ): Promise<{ json: Uint8Array; total: number } | null>;
  /** The sources with rows in the dates of the filter and none before, those with the most rows first; at most `max`. */
  newSources(viewer: Identity, viewing: Viewing, max: number): Promise<NewSources>;
  /** The hours of the window that were not collected. The window must begin on the hour. */
  missingTime(viewer: Identity, viewing: Viewing, window: TimeWindow): Promise<{ stretches: MissingTime[] }>;
  /** When a phrase was not collected, in the window; phrases without collection since the time have no gaps. */
  uncollected(viewer: Identity, viewing: Viewing, window: TimeWindow, since: number): Promise<TimeWindow[]>;
  /** For each phrase that the viewer may see, totals of at most 30 days: overall and by day. */
  wordDays(viewer: Identity, viewing: Viewing, wordIds: readonly number[], days: Days): Promise<WordDays['words']>;
  /** The number of posts that match the search. A post with several phrases counts once. */
  countMatching(viewer: Identity, text: string): Promise<number>;
  /** The number of posts of each target in the window. A post with several phrases counts once. */
  countOfTargets(viewer: Identity, targets: readonly CountedTarget[], window: TimeWindow): Promise<number[]>;
  /** Figures of each source with posts that match, limited to `ownerIds` unless null. */
  ownerFigures(viewer: Identity, viewing: Viewing, ownerIds: readonly number[] | null): Promise<OwnerFigures[]>;
  /** The number of rows in the window by client; clients without rows are missing. */
  countOfClients(viewer: Identity, clientIds: readonly string[], window: TimeWindow): Promise<Record<string, number>>;
  /**
   * For each filter, the number of new stories, without stories that the viewer has muted. Counts only the last 20,000 arrivals.
   */
  countNewStories(viewer: Identity, viewings: readonly ViewingSince[]): Promise<number[]>;
  /** For each filter, its new stories up to `until` in order of arrival, without muted ones. Ignores read marks. */
  listArrivals(viewer: Identity, viewings: readonly ViewingSince[], until: number): Promise<StoryArrivals[][]>;
  /**
   * For each filter, the stories of rows that arrived after its `since` up to `until`, without muted ones. Ignores read marks.
   */
  listArrivedStories(viewer: Identity, viewings: readonly ViewingSince[], until: number): Promise<number[][]>;
  /** The rows of the view that a rule does not know yet, and which of them it reports. Ignores read marks. */
  listReached(viewer: Identity, viewing: Viewing, fact: FactCondition, known: KnownRows): Promise<Reached>;
  /** The rows of the view that have the fact, with the times when they reached it. */
  listFactRows(viewer: Identity, viewing: Viewing, fact: FactCondition): Promise<ReachedRow[]>;
  /** Counts the stories by work. Each count ignores the filter on its own field. Without a client all are 0. */
  countWork(viewer: Identity, viewing: Viewing): Promise<WorkCounts>;
  measureWork(viewer: Identity, viewing: Viewing): Promise<WorkTimes>;
  /** The IDs of all stories, newest first. */
  listStories(viewer: Identity, viewing: Viewing): Promise<number[]>;
  /** The word stems of the first text of each story. */
  listStems(viewer: Identity, storyIds: readonly number[]): Promise<string[][]>;
  /**
   * When the stories were first posted, in ascending order, without stories that have a row before `from`. Ignores
   * read marks.
   */
  listFirstPosts(viewer: Identity, viewing: Viewing): Promise<FirstPosts[]>;
  /** The number of stories with a post in each window. Starts and ends of the windows must not descend. Ignores read marks. */
  countInWindows(viewer: Identity, viewing: Viewing, windows: readonly TimeWindow[]): Promise<number[]>;
  /**
   * The posts that the filter's search would find, with at most 10 examples. `wordId`: the phrase that would get the text; null
   * for a new one.
   */
  preview(viewer: Identity, viewing: Viewing, window: TimeWindow, wordId: number | null): Promise<PostPreview>;
  /** Examines the search of the filter, whose other values have no effect. Without a client there are no proposals. */
  diagnose(viewer: Identity, viewing: Viewing): Promise<Diagnosis>;
  /**
   * Measures the health of phrases without numbers, or with numbers a day old: as many as take a reader thread about 0.2 s.
   * Empty when none is due. A phrase that waits for its first run is not due; one without posts is due again when it gets its
   * first.
   */
  measureWords(now: number): Promise<MeasuredWord[]>;
}
