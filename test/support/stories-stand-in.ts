/** Makes the stand-in offer stories, marks and mutes, which are kept in memory. */
import type { StandIn } from './stand-in-backend.ts';

type Row = { StoryID: number; OwnerID: number; PostID: number; UserID: number; WordID: number } & Record<
  string,
  unknown
>;

export type Stories = {
  /** IDs of the read stories. */
  read: Set<number>;
  mutes: Record<string, unknown>[];
};

/** The rows of each story: story 3 has 4, story 5 has 45, the others one. Story 1 is the newest. */
const sizeOf = (story: number): number => ({ 3: 4, 5: 45 })[story] ?? 1;

const rows: Row[] = Array.from({ length: 50 }, (_, index) => index + 1).flatMap((story) =>
  Array.from({ length: sizeOf(story) }, (_, copy) => ({
    StoryID: story,
    OwnerID: -(100 + (story % 5)),
    PostID: story * 1000 + copy,
    UserID: 500 + copy,
    WordID: 1,
    PostDt: new Date(Date.UTC(2026, 5, 1) - story * 3_600_000 - copy * 1000).toISOString(),
    UpdateDt: null,
    Text: `Пост ${story}${copy > 0 ? `, повтор ${copy}` : ''}`,
    Word: 'метро',
    OwnerName: `Источник ${story % 5}`,
    OwnerType: 'group',
    Domain: `source${story % 5}`,
  })),
);

const pathOf = (path: string) => new URL(path, 'http://stand-in');

export function serveStories(backend: StandIn): Stories {
  const read = new Set<number>();
  const mutes: Record<string, unknown>[] = [];
  const isMuted = (row: Row) =>
    mutes.some(({ Kind, TargetID }) => TargetID === (Kind === 'owner' ? row.OwnerID : row.UserID));

  backend.on('GET /vknf/posts/details', ({ path }) => {
    const { searchParams } = pathOf(path);
    const story = searchParams.get('storyId');
    const visible = rows.filter((row) => !isMuted(row) && (searchParams.get('unread') ? !read.has(row.StoryID) : true));
    const matching = visible.filter(({ StoryID }, index) =>
      story ? StoryID === Number(story) : visible.findIndex((other) => other.StoryID === StoryID) === index,
    );
    if (searchParams.get('orderDirection') === 'ASC') matching.reverse();
    const offset = Number(searchParams.get('offset') ?? 0);
    const posts = matching.slice(offset, offset + Number(searchParams.get('limit'))).map((row) => ({
      ...row,
      Copies: story ? 0 : visible.filter(({ StoryID }) => StoryID === row.StoryID).length - 1,
      Read: read.has(row.StoryID),
    }));
    return { body: { posts, total: matching.length } };
  });
  backend.on('POST /vknf/posts/marks', ({ body }) => {
    const { StoryIDs, Read }: { StoryIDs: number[]; Read: boolean } = JSON.parse(body);
    const changed = StoryIDs.filter((id) => read.has(id) !== Read);
    for (const id of changed) Read ? read.add(id) : read.delete(id);
    return { body: { StoryIDs: changed } };
  });
  backend.on('GET /vknf/mutes', () => ({ body: { mutes, total: mutes.length } }));
  backend.on('GET /vknf/mutes/preview', ({ path }) => {
    const { searchParams } = pathOf(path);
    const target = Number(searchParams.get('targetId'));
    const total = rows.filter((row) => (searchParams.get('kind') === 'owner' ? row.OwnerID : row.UserID) === target);
    return { body: { total: total.length } };
  });
  backend.on('POST /vknf/mutes/create', ({ body }) => {
    const mute = JSON.parse(body);
    mutes.push({
      MuteID: mutes.length + 1,
      ...mute,
      Name: mute.Kind === 'owner' ? `Источник ${-mute.TargetID - 100}` : null,
      CreatedAt: '2026-06-01T09:00:00Z',
      Hidden: 1200,
    });
    return { status: 201, body: { MuteID: mutes.length } };
  });
  backend.on('POST /vknf/mutes/delete', ({ path }) => {
    const id = Number(pathOf(path).searchParams.get('id'));
    mutes.splice(
      mutes.findIndex(({ MuteID }) => MuteID === id),
      1,
    );
    return { status: 204 };
  });
  return { read, mutes };
}
