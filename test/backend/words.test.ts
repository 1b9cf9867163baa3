// Proves: README#users, api#calls, embedded-backend#phrases-and-sources, journal#batches, phrases#filters-of-phrases
// Proves: phrases#many-phrases-at-once, phrases#phrases-from-a-list, phrases#states, phrases#text-of-a-phrase
// Proves: query-language#errors, query-language#operators, query-language#stored-phrases
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { deepText } from '../support/deep-text.ts';
import { newPost } from '../support/seed-posts.ts';

type Word = { WordID: number; Text: string; State: string; FullSearch: boolean; Clients?: string[]; Deleted?: boolean };
type Words = { words: Word[]; total: number };

describe('phrases', () => {
  let backend: TestBackend;
  let admin: string;
  let firstId: string;
  let secondId: string;
  let first: string;
  let second: string;

  beforeEach(async () => {
    backend = await startTestBackend();
    [firstId, secondId] = [(await backend.createClient()).clientId, (await backend.createClient()).clientId];
    admin = await backend.openSession({ type: 'admin', adminId: 1, username: 'admin' });
    first = await backend.openSession({ type: 'client', clientId: firstId });
    second = await backend.openSession({ type: 'client', clientId: secondId });
  });
  afterEach(() => backend.close());

  const create = (cookie: string, body: object, query = '') =>
    backend.call('POST', `/vknf/words/create${query}`, { cookie, body });
  const update = (cookie: string, id: number, body: object) =>
    backend.call('POST', `/vknf/words/update?id=${id}`, { cookie, body });
  const remove = (cookie: string, id: number) => backend.call('POST', `/vknf/words/delete?id=${id}`, { cookie });
  const list = async (cookie: string, path = '/vknf/words/client') =>
    (await backend.call('GET', path, { cookie })).body as Words;
  const texts = async (cookie: string, path?: string) => (await list(cookie, path)).words.map(({ Text }) => Text);

  /** A phrase that both clients track. */
  async function createShared(body: object = { Text: 'выборы' }): Promise<number> {
    const reply = await create(first, body);
    await create(second, body);
    return (reply.body as Word).WordID;
  }

  describe('creating', () => {
    test('a client’s phrase belongs to it, and is ready and without full search by default', async () => {
      expect(await create(first, { Text: '  Выборы мэра ' })).toMatchObject({
        status: 201,
        body: { Text: 'Выборы мэра', State: 'ready', FullSearch: false, TotalPosts: 0, UpdateDt: null },
      });
      expect(await texts(first)).toEqual(['Выборы мэра']);
      expect(await texts(second)).toEqual([]);
    });

    test('a client sees neither who else tracks a phrase nor that it was deleted', async () => {
      const reply = await create(first, { Text: 'выборы' });
      expect(Object.keys(reply.body as Word)).toEqual(expect.not.arrayContaining(['Clients', 'Deleted']));
    });

    test('a text with too many nested brackets is refused in every way, and a stored one keeps working', async () => {
      const message = expect.stringMatching('слишком много вложенных скобок');
      const refused = { status: 400, body: { message } };
      expect(await create(first, { Text: deepText })).toMatchObject(refused);
      const known = (await create(first, { Text: 'метро' })).body as Word;
      expect(await update(first, known.WordID, { Text: deepText })).toMatchObject(refused);
      for (const call of ['check', 'create/list']) {
        const body = { Texts: [deepText, `трамвай ${call}`] };
        expect((await backend.call('POST', `/vknf/words/${call}`, { cookie: first, body })).body).toEqual({
          Lines: [
            { Tracked: false, Error: message },
            { Tracked: false, Error: null },
          ],
        });
      }
      for (const call of ['posts/preview', 'posts/details', 'posts/count', 'posts/histogram']) {
        const path = `/vknf/${call}?text=${encodeURIComponent(deepText)}`;
        expect(await backend.call('GET', path, { cookie: first })).toMatchObject(refused);
      }
      const { wordId } = await backend.createWord(firstId, { text: deepText });
      await backend.store.posts.save([newPost({ wordId: known.WordID, text: 'метро' })]);
      for (const cookie of [first, admin]) {
        const path = `/vknf/posts/count/words?wordIds=${wordId},${known.WordID}`;
        expect(await backend.call('GET', path, { cookie })).toMatchObject({
          status: 200,
          body: {
            counts: [
              { WordID: wordId, total: 0 },
              { WordID: known.WordID, total: 1 },
            ],
          },
        });
      }
      expect((await update(first, wordId, { State: 'freeze' })).status).toBe(200);
    });

    test('an administrator must choose an existing client', async () => {
      expect(await create(admin, { Text: 'выборы' })).toMatchObject({
        status: 400,
        body: { message: 'Выберите клиента' },
      });
      expect((await create(admin, { Text: 'выборы' }, '?clientID=client-9999')).status).toBe(404);
      expect(await create(admin, { Text: 'выборы' }, `?clientID=${firstId}`)).toMatchObject({
        status: 201,
        body: { Clients: [firstId], Deleted: false },
      });
    });

    test('a client creates phrases only for itself', async () => {
      expect((await create(first, { Text: 'выборы' }, `?clientID=${secondId}`)).status).toBe(403);
    });

    test('a text that is not a phrase is rejected with the reason', async () => {
      const refused: [body: unknown, message: string][] = [
        [{}, 'Введите текст'],
        [{ Text: '   ' }, 'Введите текст'],
        [{ Text: 'x'.repeat(256) }, 'Текст длиннее 255 символов'],
        [{ Text: 'выборы', State: 'pending' }, 'Неверный запрос'],
        [{ Text: 'выборы', FullSearch: 'yes' }, 'Неверный запрос'],
        [{ Text: 'вы\0боры' }, 'Ошибка в запросе: недопустимый символ (символ 3)'],
        [{ Text: 'выбoры' }, 'Ошибка в запросе: латинская «o» в русском слове (символ 4)'],
        [{ Text: '\u00A0\u200B\u00AD\uFE0F' }, 'Введите текст'],
        [{ Text: 'выборы (мэра' }, 'Ошибка в запросе: не закрыта скобка (символ 8)'],
        [{ Text: '1 OR 2 OR 3 OR 4 OR 5' }, 'Ошибка в запросе: слишком много вариантов (символ 18)'],
        [{ Text: 'выборы AND' }, 'Ошибка в запросе: после AND нет слова (символ 8)'],
        [{ Text: 'выборы ~мэр' }, 'Ошибка в запросе: оператор ~ не поддерживается (символ 8)'],
        [[], 'Неверный запрос'],
      ];
      for (const [body, message] of refused)
        expect([body, await create(first, body as object)]).toMatchObject([
          body,
          { status: 400, body: { error: message, message } },
        ]);
    });

    test('a dash that is a minus is stored as one', async () => {
      expect(await create(first, { Text: 'метро –авария −"сбой"' })).toMatchObject({
        status: 201,
        body: { Text: 'метро -авария -"сбой"' },
      });
    });

    test('a stored text that would be refused or cleaned today can stay, but a new one is checked', async () => {
      const { wordId } = await backend.createWord(firstId, { text: 'выборы  :)' });
      expect(await update(first, wordId, { Text: 'выборы  :)', FullSearch: true })).toMatchObject({
        status: 200,
        body: { Text: 'выборы  :)' },
      });
      expect(await update(first, wordId, { Text: 'выборы\u00a0 мэ\u200bра' })).toMatchObject({
        body: { WordID: wordId, Text: 'выборы мэра' },
      });
      expect(await update(first, wordId, { Text: 'выборы (' })).toMatchObject({
        status: 400,
        body: { message: 'Ошибка в запросе: не закрыта скобка (символ 8)' },
      });
    });

    test('texts that differ only in case and ё are one phrase for all who track it', async () => {
      const one = await create(first, { Text: 'Ёлка', State: 'freeze' });
      const other = await create(second, { Text: 'елка' });
      const { WordID } = one.body as Word;
      // A client gets an ID that nobody has had, and its own spelling.
      expect(other).toMatchObject({ status: 201, body: { WordID: WordID + 1, Text: 'елка', State: 'ready' } });
      expect(await texts(first)).toEqual(['Ёлка']);
      expect((await list(admin, '/vknf/words')).words).toMatchObject([{ WordID, Clients: [firstId, secondId] }]);
    });

    test('a phrase that the client already tracks returns 409', async () => {
      await create(first, { Text: 'выборы' });
      expect(await create(first, { Text: 'ВЫБОРЫ' })).toMatchObject({
        status: 409,
        body: { message: 'Вы уже отслеживаете эту фразу' },
      });
    });

    test('a change of a text that somebody has changed since returns 409 with the author and the current text', async () => {
      const { WordID } = (await create(first, { Text: 'выборы' })).body as Word;
      const mine = { Text: 'выборы мэра', OldText: 'выборы' };
      expect(await update(first, WordID, mine)).toMatchObject({ status: 200 });
      expect(await update(first, WordID, { ...mine, Text: 'выборы 2026' })).toMatchObject({
        status: 409,
        body: { Conflict: { By: firstId, Now: { Text: 'выборы мэра', Version: 2 } } },
      });
      expect(await update(first, WordID, { Text: 'выборы 2026', OldText: 'выборы мэра' })).toMatchObject({
        status: 200,
      });
      const anna = { name: 'Анна', login: 'anna', role: 'editor', mayExport: false } as const;
      const invitation = { hash: new Uint8Array(32), until: Date.now() };
      const personId = (await backend.store.people.invite(firstId, anna, invitation, null)) ?? 0;
      const colleague = await backend.openSession({ type: 'client', clientId: firstId, person: { ...anna, personId } });
      const theirs = { Text: 'выборы анны', OldText: 'выборы 2026' };
      expect(await update(colleague, WordID, theirs)).toMatchObject({ status: 200 });
      expect(await update(first, WordID, { ...theirs, Text: 'мои выборы' })).toMatchObject({
        status: 409,
        body: { Conflict: { By: 'Анна (anna)', Now: { Text: 'выборы анны' } } },
      });
    });

    test('the text of a phrase that an administrator deleted creates a new phrase, only for this client', async () => {
      const id = await createShared();
      await backend.store.posts.save([newPost({ wordId: id })]);
      await remove(admin, id);
      const added = (await create(first, { Text: 'Выборы' })).body as Word;
      expect(added).toMatchObject({ Text: 'Выборы', TotalPosts: 0 });
      expect(added.WordID).not.toBe(id);
      expect([await texts(first), await texts(second)]).toEqual([['Выборы'], []]);
      await backend.store.posts.save([newPost({ wordId: added.WordID, postId: 2 })]);
      const feed = async (cookie: string) => (await backend.call('GET', '/vknf/posts/details', { cookie })).body;
      expect(await feed(first)).toMatchObject({ total: 1, posts: [{ PostID: 2 }] });
      expect(await feed(second)).toEqual({ total: 0, posts: [] });
    });
  });

  test('a client that adds a phrase of others has its own ID and spelling of it in every call', async () => {
    const { WordID: theirs } = (await create(first, { Text: 'выборы' })).body as Word;
    await create(first, { Text: 'мост' });
    await backend.store.posts.save([newPost({ wordId: theirs, text: 'Выборы' })]);
    const { WordID: id } = (await create(second, { Text: 'Выборы' })).body as Word;
    expect(id).toBe(theirs + 2);
    const get = async (path: string) => (await backend.call('GET', `/vknf/${path}`, { cookie: second })).body;
    const own = { WordID: id, Text: 'Выборы' };
    expect(await get(`words/${id}`)).toMatchObject({ ...own, TotalPosts: 0, LastPostPosts: null, UpdateDt: null });
    expect(await get('words/autocomplete?q=')).toEqual({ words: [own], total: 1 });
    expect(await get('words/ids')).toEqual({ ids: [id], total: 1 });
    expect(await get(`collection/words/${id}`)).toMatchObject({ WordID: id, LastRun: null, Found: null, Windows: [] });
    // The posts are shared.
    const post = { WordID: id, Word: { String: 'Выборы' } };
    for (const list of [`posts/details?wordId=${id}`, `posts/details?wordIds=${id},${theirs}`]) {
      expect(await get(list)).toMatchObject({ posts: [post] });
    }
    expect(await get(`posts/count/words?wordIds=${id},${theirs}`)).toEqual({
      counts: [
        { WordID: id, total: 1 },
        { WordID: theirs, total: -1 },
      ],
    });
    const period = 'postDtFrom=2026-03-01&postDtTo=2026-03-02';
    const words = [{ ID: id, Name: 'Выборы', Total: 1 }];
    expect(await get(`analytics?${period}&wordIds=${id},${theirs}`)).toMatchObject({
      Words: { Items: words },
      Compared: words,
    });
    expect(await get(`posts/count/words/days?wordIds=${id},${theirs}`)).toMatchObject({ Days: [{ WordID: id }] });
    for (const call of ['words', 'collection/words']) {
      expect((await backend.call('GET', `/vknf/${call}/${theirs}`, { cookie: second })).status).toBe(404);
    }
    expect(await get(`posts/count?wordId=${theirs}`)).toEqual({ total: 0 });
    expect((await remove(second, theirs)).status).toBe(404);
    // An administrator sees one phrase.
    expect((await list(admin, '/vknf/words')).words).toMatchObject([{ Text: 'мост' }, { WordID: theirs }]);
    expect(await list(admin, `/vknf/words/client?clientID=${secondId}`)).toMatchObject({ words: [{ WordID: theirs }] });
  });

  describe('changing', () => {
    test('a partial update keeps the other fields', async () => {
      const { WordID } = (await create(first, { Text: 'выборы', FullSearch: true })).body as Word;
      expect(await update(first, WordID, { State: 'freeze' })).toMatchObject({
        status: 200,
        body: { WordID, Text: 'выборы', State: 'freeze', FullSearch: true },
      });
    });

    test('the only client of a phrase renames it in place', async () => {
      const { WordID } = (await create(first, { Text: 'выборы' })).body as Word;
      expect(await update(first, WordID, { Text: 'перевыборы' })).toMatchObject({
        body: { WordID, Text: 'перевыборы' },
      });
    });

    test('a new text for a shared phrase moves only this client to another phrase', async () => {
      const id = await createShared();
      const moved = (await update(first, id, { Text: 'перевыборы', State: 'freeze', FullSearch: true })).body as Word;
      expect(moved).toMatchObject({ Text: 'перевыборы', State: 'freeze', FullSearch: true });
      expect(moved.WordID).toBe(id);
      expect([await texts(first), await texts(second)]).toEqual([['перевыборы'], ['выборы']]);
    });

    test('a new text that exists already links the client to that phrase', async () => {
      await create(second, { Text: 'перевыборы' });
      const { WordID } = (await create(first, { Text: 'выборы' })).body as Word;
      const moved = await update(first, WordID, { Text: 'Перевыборы' });
      expect(moved).toMatchObject({ status: 200, body: { WordID, Text: 'Перевыборы' } });
      const { words } = await list(admin, '/vknf/words');
      expect(words.find(({ Text }) => Text === 'перевыборы')).toMatchObject({ Clients: [firstId, secondId] });
    });

    test('a new text that the client already tracks returns 409', async () => {
      await create(first, { Text: 'перевыборы' });
      const own = (await create(first, { Text: 'выборы' })).body as Word;
      expect((await update(first, own.WordID, { Text: 'перевыборы' })).status).toBe(409);
      expect(await texts(first)).toEqual(['выборы', 'перевыборы']);
    });

    test('a client freezes its own phrase only, and so turns full search on', async () => {
      const id = await createShared();
      expect(await update(first, id, { State: 'freeze', FullSearch: true })).toMatchObject({
        status: 200,
        body: { WordID: id, State: 'freeze', FullSearch: true },
      });
      expect((await list(second)).words).toMatchObject([{ State: 'ready', FullSearch: false }]);
      expect((await list(admin, '/vknf/words')).words).toMatchObject([{ State: 'ready', FullSearch: true }]);
    });

    test('a client cannot change another client’s phrase or a deleted one', async () => {
      const { WordID } = (await create(second, { Text: 'выборы' })).body as Word;
      expect((await update(first, WordID, { Text: 'взлом' })).status).toBe(404);
      await remove(admin, WordID);
      expect((await update(second, WordID, { Text: 'взлом', Deleted: false })).status).toBe(404);
    });

    test('an administrator changes a phrase for everyone; a text that another phrase has returns 409', async () => {
      const id = await createShared();
      await create(first, { Text: 'занято' });
      expect(await update(admin, id, { Text: 'перевыборы', State: 'freeze' })).toMatchObject({
        body: { WordID: id, State: 'freeze', Clients: [firstId, secondId] },
      });
      expect(await texts(second)).toEqual(['перевыборы']);
      expect(await update(admin, id, { Text: 'Занято' })).toMatchObject({
        status: 409,
        body: { message: 'Такая фраза уже есть' },
      });
      expect((await update(admin, 999, { Text: 'нет' })).status).toBe(404);
    });
  });

  describe('deleting', () => {
    test('an administrator hides a phrase from everyone and can restore it with its links', async () => {
      const id = await createShared();
      expect(await remove(admin, id)).toMatchObject({ status: 200, body: { status: 'ok' } });
      expect([await texts(first), await texts(second), await texts(admin, '/vknf/words')]).toEqual([[], [], []]);
      expect((await backend.call('GET', `/vknf/words/${id}`, { cookie: first })).status).toBe(404);
      expect((await backend.call('GET', `/vknf/words/${id}`, { cookie: admin })).body).toMatchObject({ Deleted: true });
      expect((await list(admin, '/vknf/words?deleted=true')).words).toMatchObject([
        { WordID: id, Deleted: true, DeletedAt: expect.any(String), DeletedBy: 'admin' },
      ]);
      expect((await update(admin, id, { State: 'freeze' })).status).toBe(404);
      expect((await remove(admin, id)).status).toBe(404);
      expect(await update(admin, id, { Deleted: false })).toMatchObject({ status: 200, body: { Deleted: false } });
      expect([await texts(first), await texts(second)]).toEqual([['выборы'], ['выборы']]);
    });

    test('a deleted phrase whose text was added again can be restored once its text is free', async () => {
      const id = await createShared();
      await remove(admin, id);
      const added = ((await create(first, { Text: 'ВЫБОРЫ' })).body as Word).WordID;
      expect(await update(admin, id, { Deleted: false })).toMatchObject({
        status: 409,
        body: { message: 'Такую фразу уже добавили заново. Чтобы восстановить эту, удалите или переименуйте новую' },
      });
      expect([await texts(first), await texts(second)]).toEqual([['ВЫБОРЫ'], []]);
      await remove(admin, added);
      expect((await update(admin, id, { Deleted: false })).status).toBe(200);
      expect([await texts(first), await texts(second)]).toEqual([['выборы'], ['выборы']]);
      expect((await update(admin, added, { Deleted: false, Text: 'перевыборы' })).status).toBe(200);
      expect(await texts(first)).toEqual(['перевыборы', 'выборы']);
    });

    test('a phrase can be renamed to the text of a deleted one', async () => {
      const deleted = ((await create(second, { Text: 'выборы' })).body as Word).WordID;
      await remove(admin, deleted);
      const own = ((await create(first, { Text: 'перевыборы' })).body as Word).WordID;
      expect(await update(first, own, { Text: 'выборы' })).toMatchObject({ body: { WordID: own, Text: 'выборы' } });
      expect(await texts(second)).toEqual([]);
    });

    test('a client stops tracking a phrase, and the other continues', async () => {
      const id = await createShared();
      expect((await remove(first, id)).status).toBe(200);
      expect([await texts(first), await texts(second)]).toEqual([[], ['выборы']]);
      expect((await remove(first, id)).status).toBe(404);
    });
  });

  describe('reading', () => {
    test('a client reads only its own phrases, by ID and in suggestions too', async () => {
      const { WordID } = (await create(second, { Text: 'выборы' })).body as Word;
      expect((await backend.call('GET', `/vknf/words/${WordID}`, { cookie: first })).status).toBe(404);
      expect((await backend.call('GET', `/vknf/words/${WordID}`, { cookie: second })).status).toBe(200);
      expect((await list(first, '/vknf/words/autocomplete?q=выб')).words).toEqual([]);
      expect((await list(second, '/vknf/words/autocomplete?q=ВЫБ')).words).toEqual([{ WordID, Text: 'выборы' }]);
      for (const path of ['/vknf/words/client', '/vknf/words/paginated/client']) {
        expect((await backend.call('GET', `${path}?clientID=${secondId}`, { cookie: first })).status).toBe(403);
        expect(await texts(admin, `${path}?clientID=${secondId}`)).toEqual(['выборы']);
        expect((await backend.call('GET', path, { cookie: admin })).body).toMatchObject({
          message: 'Выберите клиента',
        });
      }
    });

    test('suggestions are limited to 50 for a text and unlimited without one', async () => {
      for (let index = 0; index < 60; index += 1) await backend.createWord(firstId);
      expect((await list(admin, '/vknf/words/autocomplete?q=фраза')).words).toHaveLength(50);
      expect((await list(admin, '/vknf/words/autocomplete')).words).toHaveLength(60);
    });

    test('an exact match is the first suggestion, whatever its case and ё', async () => {
      for (let index = 0; index < 60; index += 1) await create(first, { Text: `а ёлка ${index}` });
      const { WordID } = (await create(first, { Text: 'Елка' })).body as Word;
      for (const cookie of [first, admin]) {
        expect((await list(cookie, '/vknf/words/autocomplete?q=ЁЛКА')).words[0]).toEqual({ WordID, Text: 'Елка' });
      }
    });

    test('pages sorted by any column in both directions return every phrase once', async () => {
      const states = ['ready', 'freeze'] as const;
      for (let index = 0; index < 23; index += 1) {
        await backend.createWord(firstId, { state: states[index % 2] ?? 'ready', fullSearch: index % 3 === 0 });
      }
      for (const column of ['word_id', 'text', 'state', 'running', 'full_search', 'total_posts', 'update_dt']) {
        for (const [cookie, path] of [
          [admin, '/vknf/words/paginated'],
          [first, '/vknf/words/paginated/client'],
        ] as const) {
          const read = async (direction: string) => {
            const ids: number[] = [];
            for (let offset = 0; offset < 30; offset += 5) {
              const page = await list(
                cookie,
                `${path}?limit=5&offset=${offset}&orderBy=${column}&orderDirection=${direction}`,
              );
              expect(page.total).toBe(23);
              ids.push(...page.words.map(({ WordID }) => WordID));
            }
            return ids;
          };
          const ascending = await read('ASC');
          expect([column, new Set(ascending).size]).toEqual([column, 23]);
          expect([column, (await read('DESC')).reverse()]).toEqual([column, ascending]);
        }
      }
    });

    test('filters of a page combine, and count what they find', async () => {
      await createShared({ Text: 'Ёлка в метро', State: 'freeze' });
      await backend.createWord((await backend.createClient('Пётр Ежов')).clientId, { text: 'парк' });
      await create(first, { Text: 'метро' });
      await create(second, { Text: 'ёлка' });
      const deleted = ((await create(second, { Text: 'старая ёлка' })).body as Word).WordID;
      await remove(admin, deleted);
      const found = async (query: string, cookie = admin, path = '/vknf/words/paginated') => {
        const { words, total } = await list(cookie, `${path}?limit=2&orderBy=text&orderDirection=ASC&${query}`);
        return [...words.map(({ Text }) => Text), total];
      };
      const own = (query: string) => found(query, first, '/vknf/words/paginated/client');
      const text = (value: string) => `text=${encodeURIComponent(value)}`;
      expect(await found(text('ЕЛКА'))).toEqual(['ёлка', 'Ёлка в метро', 2]);
      expect(await found(`${text('метро')}&state=freeze`)).toEqual(['Ёлка в метро', 1]);
      expect(await found(`client=${secondId}`)).toEqual(['ёлка', 'Ёлка в метро', 2]);
      expect(await found(`client=${encodeURIComponent('ежов')}`)).toEqual(['парк', 1]);
      expect(await found('client=client-none')).toEqual([0]);
      expect(await found('deleted=true')).toEqual(['старая ёлка', 1]);
      expect(await found(`deleted=true&${text('метро')}`)).toEqual([0]);
      expect(await own(text('елка'))).toEqual(['Ёлка в метро', 1]);
      expect(await own('state=ready')).toEqual(['метро', 1]);
      expect(await own('deleted=true')).toEqual(['Ёлка в метро', 'метро', 2]);
    });

    test('a page by any other column is rejected', async () => {
      const queries = [
        'limit=0',
        'state=gone',
        'limit=1001',
        'offset=-1',
        'offset=1e3',
        'orderBy=password',
        'orderBy=text;',
        'orderDirection=desc',
        'limit=1&limit=2',
      ];
      for (const query of queries) {
        const { status } = await backend.call('GET', `/vknf/words/paginated?${query}`, { cookie: admin });
        expect([query, status]).toEqual([query, 400]);
      }
    });
  });

  describe('in bulk', () => {
    const bulk = (cookie: string, Action: string, WordIDs: unknown) =>
      backend.call('POST', '/vknf/words/bulk', { cookie, body: { Action, WordIDs } });
    const createAll = async (cookie: string, names: string[]) => {
      const ids: number[] = [];
      for (const Text of names) ids.push(((await create(cookie, { Text })).body as Word).WordID);
      return ids;
    };
    const states = async (cookie: string) =>
      Object.fromEntries((await list(cookie)).words.map(({ Text, State }) => [Text, State]));
    const journal = async () => {
      const { body } = await backend.call('GET', '/server/journal', { cookie: admin });
      return (body as { records: { Action: string; Object: string }[] }).records;
    };

    test('each phrase changes as by a single call, with its own record, and each refusal has its reason', async () => {
      const shared = await createShared({ Text: 'общая' });
      const own = await createAll(first, ['метро', 'парк']);
      const [foreign = 0] = await createAll(second, ['чужая']);
      const before = (await journal()).length;
      const reply = await bulk(first, 'freeze', [...own, shared, foreign, 9999]);
      expect(reply).toMatchObject({
        status: 200,
        body: {
          Changed: 3,
          Failed: [
            { WordID: foreign, Text: '', Error: 'Запись не найдена' },
            { WordID: 9999, Text: '', Error: 'Запись не найдена' },
          ],
        },
      });
      expect(await states(first)).toEqual({ метро: 'freeze', парк: 'freeze', общая: 'freeze' });
      expect(await states(second)).toMatchObject({ общая: 'ready' });
      const records = await journal();
      expect(records.length - before).toBe(3);
      expect(records.slice(0, 2).map(({ Action }) => Action)).toEqual(['word-changed', 'word-changed']);
    });

    test('calls with one batch, and the phrases of a call without one, are one record of the folded journal', async () => {
      const [one = 0, two = 0, three = 0] = await createAll(first, ['метро', 'парк', 'мост']);
      const Batch = 'c'.repeat(32);
      const known = (await journal()).length;
      const send = (body: object) => backend.call('POST', '/vknf/words/bulk', { cookie: first, body });
      for (const WordIDs of [[one], [two, three]]) await send({ Action: 'freeze', WordIDs, Batch });
      await bulk(first, 'activate', [one, two]);
      const { body } = await backend.call('GET', '/server/journal?folded=true', { cookie: admin });
      expect(body).toMatchObject({
        records: expect.arrayContaining([
          expect.objectContaining({ Object: 'Фразы: 2, статус «Активно»', Parts: 2 }),
          expect.objectContaining({ Object: 'Фразы: 3, статус «Заморожено»', Parts: 3 }),
        ]),
        total: known + 2,
      });
      expect(await journal()).toHaveLength(known + 5);
      expect((await send({ Action: 'freeze', WordIDs: [one], Batch: 'other' })).status).toBe(400);
    });

    test('a client’s deletion ends its own tracking, an administrator’s hides the phrase and can be undone', async () => {
      const shared = await createShared({ Text: 'общая' });
      expect((await bulk(first, 'delete', [shared])).body).toEqual({ Changed: 1, Failed: [] });
      expect([await texts(first), await texts(second)]).toEqual([[], ['общая']]);
      expect((await bulk(admin, 'delete', [shared])).body).toEqual({ Changed: 1, Failed: [] });
      expect(await texts(second)).toEqual([]);
      expect((await bulk(first, 'restore', [shared])).status).toBe(403);
      const [again = 0] = await createAll(second, ['общая']);
      expect((await bulk(admin, 'restore', [shared])).body).toMatchObject({
        Failed: [{ Text: 'общая', Error: expect.stringContaining('уже добавили заново') }],
      });
      await bulk(admin, 'delete', [again]);
      expect((await bulk(admin, 'restore', [shared])).body).toEqual({ Changed: 1, Failed: [] });
      expect(await texts(second)).toEqual(['общая']);
    });

    test('a phrase whose ID is sent twice is changed once', async () => {
      const [own = 0] = await createAll(first, ['метро']);
      expect((await bulk(first, 'delete', [own, own])).body).toEqual({ Changed: 1, Failed: [] });
      expect((await bulk(admin, 'delete', [own, own])).body).toEqual({ Changed: 1, Failed: [] });
    });

    test('full search is turned on and phrases are active again', async () => {
      const ids = await createAll(first, ['метро', 'парк']);
      await bulk(admin, 'freeze', ids);
      await bulk(admin, 'activate', ids);
      await bulk(admin, 'full-search', ids);
      expect((await list(first)).words).toMatchObject([
        { State: 'ready', FullSearch: true },
        { State: 'ready', FullSearch: true },
      ]);
    });

    test('an unknown action, no ID, no number and too many IDs are rejected', async () => {
      const refused: [action: string, ids: unknown[]][] = [
        ['remove', [1]],
        ['freeze', []],
        ['freeze', [0]],
        ['freeze', ['1']],
        ['freeze', Array.from({ length: 101 }, (_, index) => index + 1)],
      ];
      for (const [action, ids] of refused)
        expect([action, ids, (await bulk(admin, action, ids)).status]).toEqual([action, ids, 400]);
    });

    test('the IDs of all phrases that filters find are the viewer’s own', async () => {
      const own = await createAll(first, ['парк', 'метро', 'парк у метро']);
      await createAll(second, ['парк победы']);
      const ids = async (cookie: string, query: string) =>
        ((await backend.call('GET', `/vknf/words/ids?${query}`, { cookie })).body as { ids: number[] }).ids;
      expect(await ids(first, `text=${encodeURIComponent('ПАРК')}`)).toEqual([own[2], own[0]]);
      expect(await ids(first, `client=${secondId}&deleted=true`)).toEqual(own.toReversed());
      expect(await ids(admin, `text=${encodeURIComponent('парк')}&client=${secondId}`)).toHaveLength(1);
      expect(await ids(admin, 'deleted=true')).toEqual([]);
    });
  });

  describe('from a list', () => {
    const send = (call: 'check' | 'create/list', cookie: string, Texts: unknown, query = '') =>
      backend.call('POST', `/vknf/words/${call}${query}`, { cookie, body: { Texts } });
    const mistakes = ['', '\u200b', 'x'.repeat(256), 'метро (', ') метро', '()', 'OR метро', 'а\0б', '\ud800'];

    test('a check names the error of each text and saves nothing; saving adds the others', async () => {
      await create(first, { Text: 'метро' });
      const lines = ['парк', ' МЕТРО ', ...mistakes, 'пруд'];
      const checked = await send('check', first, lines);
      expect(checked.status).toBe(200);
      const { Lines } = checked.body as { Lines: { Tracked: boolean; Error: string | null }[] };
      expect(Lines.map(({ Tracked }) => Tracked)).toEqual(lines.map((line) => line === ' МЕТРО '));
      expect(lines.filter((_, index) => Lines[index]?.Error !== null)).toEqual(mistakes);
      expect(await texts(first)).toEqual(['метро']);
      const saved = await send('create/list', first, lines);
      expect(saved).toMatchObject({ status: 201, body: { Lines } });
      expect(await texts(first)).toEqual(['пруд', 'парк', 'метро']);
    });

    test('an administrator chooses the client; a client has only itself', async () => {
      expect((await send('check', admin, ['парк'])).body).toMatchObject({ message: 'Выберите клиента' });
      expect((await send('create/list', first, ['парк'], `?clientID=${secondId}`)).status).toBe(403);
      expect((await send('create/list', admin, ['парк'], '?clientID=client-9999')).status).toBe(404);
      expect((await send('create/list', admin, ['парк'], `?clientID=${secondId}`)).status).toBe(201);
      expect(await texts(second)).toEqual(['парк']);
    });

    test('a text that is in the list twice is added once', async () => {
      expect((await send('create/list', first, ['парк', 'Парк'])).body).toMatchObject({
        Lines: [{ Tracked: false }, { Tracked: true }],
      });
      expect(await texts(first)).toEqual(['парк']);
    });

    test('lists that are empty or too long are rejected', async () => {
      for (const call of ['check', 'create/list'] as const) {
        expect((await send(call, first, [])).status).toBe(400);
        expect(
          (
            await send(
              call,
              first,
              Array.from({ length: 201 }, () => 'парк'),
            )
          ).status,
        ).toBe(400);
      }
    });
  });
});
