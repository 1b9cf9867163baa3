/** The work on a story (docs/product/work.md): its state, notes and history, with forms that need no script. */

import { MarkedText, postParts } from '../../../client/components/marked-text.tsx';
import { ParentLink } from '../../../client/islands/posts/parent-link.tsx';
import { HistoryList, WorkLine } from '../../../client/islands/posts/story-work.tsx';
import { ThreadList } from '../../../client/islands/posts/thread.tsx';
import styles from '../../../client/styles/cards.module.css';
import controls from '../../../client/styles/controls.module.css';
import workStyles from '../../../client/styles/work.module.css';
import { defaultPostSort, loadPostsPage, type Post } from '../../../shared/api/posts.ts';
import {
  createNote,
  deleteNote,
  joinStories,
  loadStory,
  separatePost,
  type WorkedStory,
} from '../../../shared/api/story-work.ts';
import { loadThread } from '../../../shared/api/thread.ts';
import { changeWork, loadWork } from '../../../shared/api/work.ts';
import { cutText, formatDateTime, formatNumber, shownName, type ZoneOffsets } from '../../../shared/format.ts';
import { isolate } from '../../../shared/isolate.ts';
import { orderOf, parseId } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { linkToPosts } from '../../../shared/pages/link-to-posts.ts';
import { postLine, postText } from '../../../shared/post-text.ts';
import { pathOf, routeOf } from '../../../shared/routes.ts';
import { RefusedError } from '../../backend-link/backend-client.ts';
import { zoneOffsets } from '../../platform/zone-offset.ts';
import type { PageInput } from '../../session/page-input.ts';
import type { FormField } from '../page.tsx';
import { cardPage, type Typed } from './card.tsx';
import {
  ActionButton,
  changeOf,
  JoinForm,
  NoteForm,
  PropertiesForm,
  RestoreForm,
  SuggestionForm,
} from './work-forms.tsx';

const page = 'work';
/** The maximum number of posts of a story on the page. The feed shows all. */
const shownPosts = 20;
const shownText = 200;
/** More would move the notes out of view. */
const openPosts = 3;

type WorkPageProps = Awaited<ReturnType<typeof loadStoryWork>> & Typed;

/** The offset of the page of notes. */
const notesOffsetOf = ({ query }: PageInput): number => Math.max(parseId(query.notesOffset) ?? 0, 0);

const hrefOf = ({ basePath, params }: PageInput): string => basePath + pathOf(page).replace('{id}', params.id ?? '');

const timeOf = (time: string, zone: ZoneOffsets): string => formatDateTime(time, zone) ?? messages.badDate;

type StoryProps = WorkPageProps & { worked: WorkedStory };

/** Links to the older and the newest notes. */
function NotesPages({ worked, input }: StoryProps) {
  const offset = notesOffsetOf(input);
  const href = hrefOf(input);
  const next = offset + worked.notes.length;
  const older = worked.notesTotal - next;
  if (older <= 0 && offset === 0) return null;
  return (
    <p>
      {older > 0 && <a href={`${href}?notesOffset=${next}#notes`}>{messages.moreNotes(formatNumber(older))}</a>}{' '}
      {offset > 0 && <a href={`${href}#notes`}>Новые заметки</a>}
    </p>
  );
}

function Notes(props: StoryProps) {
  const { worked, zone, input } = props;
  return (
    <section className={`${controls.card} ${styles.part}`} aria-labelledby="notes">
      <h2 id="notes">Заметки</h2>
      {worked.notes.length > 0 && (
        <ul className={`${workStyles.notes} ${styles.entries}`}>
          {worked.notes.map(({ noteId, text, by, at, own }) => (
            <li key={noteId}>
              <p className={controls.hint}>{`${isolate(by)}, ${timeOf(at, zone)}`}</p>
              <p>{text}</p>
              {own && (
                <form method="post">
                  <input type="hidden" name="note" value={noteId} />
                  <ActionButton action="delete-note" kind={controls.buttonGhost} input={input}>
                    Удалить заметку
                  </ActionButton>
                </form>
              )}
            </li>
          ))}
        </ul>
      )}
      <NotesPages {...props} />
      <NoteForm {...props} />
    </section>
  );
}

function History({ worked: { history }, zone }: StoryProps) {
  if (history.length === 0) return null;
  return (
    <section className={`${controls.card} ${styles.part}`} aria-labelledby="history">
      <h2 id="history">История</h2>
      <HistoryList history={history} timeZone={zone} />
    </section>
  );
}

function Entries({ posts, zone, input }: Pick<WorkPageProps, 'posts' | 'zone' | 'input'>) {
  return (
    <ul className={`${workStyles.notes} ${styles.entries}`}>
      {posts.map(({ ownerId, postId, wordId, ownerName, postedAt, ...content }) => (
        <li key={`${ownerId} ${postId} ${wordId}`}>
          <p className={controls.hint}>{`${isolate(shownName(ownerName))} · ${timeOf(postedAt ?? '', zone)}`}</p>
          <p>{cutText(postLine(content), shownText)}</p>
          <form method="post">
            <input type="hidden" name="owner" value={ownerId} />
            <input type="hidden" name="post" value={postId} />
            <ActionButton action="separate" kind={controls.buttonGhost} input={input}>
              Отделить от сюжета
            </ActionButton>
          </form>
        </li>
      ))}
    </ul>
  );
}

/** The heading links to the feed with all posts of the story. Each post of several can be separated from it. */
function StoryPosts(props: WorkPageProps) {
  const { storyId, post, posts, input } = props;
  const href = linkToPosts(
    input.basePath,
    {},
  )({
    story: storyId,
    copies: 'show',
    ...(post.work?.hidden && { state: 'hidden' }),
  });
  return (
    <section className={`${controls.card} ${styles.part}`} aria-labelledby="posts">
      <h2 id="posts">
        <a href={href}>Посты сюжета</a>
      </h2>
      {posts.length > 1 && <Entries {...props} posts={posts.slice(0, openPosts)} />}
      {posts.length > openPosts && (
        <details>
          <summary>{`Ещё ${posts.length - openPosts}`}</summary>
          <Entries {...props} posts={posts.slice(openPosts)} />
        </details>
      )}
      <div className={styles.join}>
        <JoinForm {...props} />
      </div>
    </section>
  );
}

function Thread({ post, thread, zone, input }: WorkPageProps) {
  if (thread === null) return null;
  const { data, error } = thread;
  if (!data) return <p className={controls.fieldError}>{error}</p>;
  return (
    <ThreadList
      posts={data}
      isOpen={({ postId }) => postId === post.postId}
      basePath={input.basePath}
      timeZone={zone}
    />
  );
}

function FirstPost(props: WorkPageProps) {
  const { post, zone } = props;
  return (
    <section className={`${controls.card} ${styles.part}`} aria-label="Сюжет">
      <p className={controls.hint}>{`${isolate(shownName(post.ownerName))} · ${timeOf(post.postedAt ?? '', zone)}`}</p>
      <ParentLink post={post} basePath={props.input.basePath} />
      <p className={styles.text}>{postText(post) === '' ? postLine(post) : <MarkedText parts={postParts(post)} />}</p>
      <Thread {...props} />
      <WorkLine post={post} timeZone={zone} />
    </section>
  );
}

function WorkView(props: WorkPageProps) {
  const { post, story, input } = props;
  return (
    <>
      <p>
        <a href={linkToPosts(input.basePath, {})({})}>← К ленте</a>
      </p>
      <div className={styles.story}>
        <FirstPost {...props} />
        <div className={styles.properties}>
          {post.work?.hidden && <RestoreForm {...props} />}
          <SuggestionForm {...props} />
          <PropertiesForm {...props} />
        </div>
        <div className={styles.parts}>
          <StoryPosts {...props} />
          {story.error !== undefined ? (
            <p className={controls.fieldError}>{story.error}</p>
          ) : (
            <>
              <Notes {...props} worked={story.data} />
              <History {...props} worked={story.data} />
            </>
          )}
        </div>
      </div>
    </>
  );
}

/** The posts of a story. If a rule has hidden the story, only the filter by that state finds them. */
async function findPosts({ backend }: PageInput, storyId: number): Promise<readonly Post[]> {
  const find = async (state: 'hidden' | null) => {
    const call = loadPostsPage({ storyId, state, limit: shownPosts, offset: 0, ...orderOf(defaultPostSort) });
    return (await backend.send(call)).rows;
  };
  const shown = await find(null);
  return shown.length > 0 ? shown : find('hidden');
}

/** The ID of a story in a typed text: a number, or the address of its page or of its posts. */
function parseStory(text: string): number {
  const found = /(?:\/work\/|[?&]story=|^)(\d+)(?=$|[&#?])/.exec(text.trim());
  const storyId = parseId(found?.[1]);
  if (storyId === null) throw new RefusedError(400, { message: messages.enterStory, code: null }, null);
  return storyId;
}

/** Returns the text of a conflict with another person's change. */
async function send(input: PageInput, named: number, field: FormField): Promise<string | null> {
  const { backend } = input;
  const action = field('action');
  if (action === 'join') {
    await backend.send(joinStories(named, parseStory(field('story'))));
    return null;
  }
  if (action === 'separate') {
    await backend.send(separatePost({ ownerId: Number(field('owner')), postId: Number(field('post')) }));
    return null;
  }
  // The story may have been joined with another since.
  const [post] = await findPosts(input, named);
  const storyId = post?.storyId ?? named;
  if (action === 'note') await backend.send(createNote(storyId, field('text').trim()));
  if (action === 'delete-note') await backend.send(deleteNote(Number(field('note'))));
  const change = await changeOf(input, field);
  if (!change) return null;
  const { results } = await backend.send(changeWork([{ storyId, version: Number(field('version')) }], change));
  const [result] = results;
  return result?.outcome === 'conflict' ? messages.workConflict(result.by) : null;
}

/** `story`: with the notes and the history. `posts`: the newest ones. */
async function loadStoryWork(input: PageInput, storyId: number) {
  const { backend } = input;
  const [story, lists, posts] = await Promise.all([
    backend.load(loadStory(storyId, notesOffsetOf(input))),
    backend.send(loadWork()),
    findPosts(input, storyId),
  ]);
  const [post] = posts;
  if (!post) throw new RefusedError(404, { message: null, code: null }, null);
  const thread = post.parentPostId === null ? null : await backend.load(loadThread(post));
  return { storyId, post, posts, thread, story, lists, zone: zoneOffsets(input.timeZone), input };
}

export const workPage = cardPage({
  page,
  className: styles.wide,
  idOf: ({ params }) => parseId(params.id),
  load: loadStoryWork,
  title: () => routeOf(page).title,
  View: WorkView,
  failure: messages.loadWork,
  form: { send, failureOf: () => messages.changeWork },
});
