// Proves: alerts#delivery, alerts#links, collection#text-of-a-post
import { unknownReach } from '../../feed/reach.ts';
import type { Finding } from '../../rules/alerts/rule.ts';
import type { ClaimedDelivery } from '../../store/deliveries.ts';
import type { PostRow } from '../../store/posts-store.ts';
import { emailContent } from './email-channel.ts';
import { describeMessage, type Explanations, type Message } from './message.ts';
import { chatContent, webhookContent } from './webhook-channel.ts';

const settings = { consoleUrl: 'https://monitor.example/base', product: 'LDVK Монитор', timeZone: 'Europe/Moscow' };

const finding: Finding = { at: 0, reached: null, since: 41, until: 57, count: 14, from: null, to: null, usual: null };
const reached: Finding = { ...finding, count: 1, reached: { storyId: 57, ownerId: 5, postId: 9 } };
const spike = (from: string, count: number, usual: number): Finding => ({
  ...finding,
  count,
  from: Date.parse(from),
  to: Date.parse(from) + 3_600_000,
  usual,
});

const row: PostRow = {
  ownerId: 5,
  postId: 9,
  wordId: 7,
  userId: 1,
  postedAt: Date.parse('2026-11-22T07:15:00Z'),
  updatedAt: 0,
  text: 'Открыли новый цех',
  textParts: [],
  photoUrl: null,
  cityId: null,
  comment: null,
  word: 'завод',
  wallId: null,
  ownerName: 'Новости',
  ownerPhotoUrl: null,
  domain: null,
  ownerType: 'group',
  country: null,
  city: null,
  storyId: 57,
  parentStoryId: null,
  copies: 0,
  storyViews: null,
  storyMeasured: 0,
  storyPosts: 0,
  read: false,
  foundByVk: false,
  changedAt: null,
  deletedAt: null,
  ...unknownReach,
  work: null,
};

const rule = {
  name: 'Завод',
  account: 'client:client-1001',
  view: 'Новости завода',
  query: '?text=завод&unread=1',
  condition: 'least',
  least: 10,
  period: 'hour',
} as ClaimedDelivery['rule'];

function messageOf(
  changes: Partial<ClaimedDelivery> = {},
  rows: PostRow[] = [row],
  ofRule: Partial<typeof rule> = {},
  explanations: Explanations = new Map(),
): Message {
  const findings = changes.findings ?? [finding];
  const delivery = {
    key: 'key-1',
    kind: 'alert',
    ruleName: 'Завод',
    query: ofRule.query ?? rule.query,
    findings,
    count: findings.reduce((sum, { count }) => sum + count, 0),
    rule: { ...rule, ...ofRule },
    ...changes,
  } as ClaimedDelivery;
  return describeMessage(delivery, { rows, explanations, composedAt: Date.parse('2026-11-22T08:00:00Z') }, settings);
}

const chatText = (message: Message): string => JSON.parse(chatContent(message)).text;
const href =
  'https://monitor.example/base/ldvknf/posts?text=%D0%B7%D0%B0%D0%B2%D0%BE%D0%B4&since=41&until=57&sort=-post_dt';

describe('a message with one finding', () => {
  test('an e-mail states its reason, lists the posts, and leads to exactly these posts and to the rule', () => {
    const { subject, text, html, date } = emailContent(messageOf());
    expect(subject).toBe('Завод: 14 новых постов');
    expect(date).toBe(Date.parse('2026-11-22T08:00:00Z'));
    expect(text.split('\n')).toEqual([
      '14 новых постов',
      'Фильтр «Новости завода»',
      '',
      'Правило «Завод»: не меньше 10 за час; пришло 14 постов.',
      '',
      'Открыть эти посты:',
      href,
      '',
      '1. Новости, 22.11.2026, 10:15, фраза «завод»',
      'Открыли новый цех',
      'https://vk.com/wall-5_9',
      '',
      'Показано постов: 1 из 14',
      '',
      expect.stringMatching(/^LDVK Монитор\. Письмо отправлено автоматически/),
      'Изменить или отключить правило: https://monitor.example/base/ldvknf/alerts',
      '',
    ]);
    for (const url of [
      href.replaceAll('&', '&amp;'),
      'https://vk.com/wall-5_9',
      'https://monitor.example/base/ldvknf/alerts',
    ]) {
      expect(html).toContain(`<a href="${url}"`);
    }
  });

  test('a webhook has the fields of the API', () => {
    const body = JSON.parse(webhookContent(messageOf()));
    expect(body).toMatchObject({
      id: 'key-1',
      trial: false,
      rule: 'Завод',
      view: 'Новости завода',
      count: 14,
      url: href,
    });
    expect(body.reason).toBe('Правило «Завод»: не меньше 10 за час; пришло 14 постов.');
    expect(body.posts).toEqual([
      expect.objectContaining({
        PostID: 9,
        Text: { String: 'Открыли новый цех', Valid: true },
        PostDt: '2026-11-22T07:15:00.000Z',
        url: 'https://vk.com/wall-5_9',
      }),
    ]);
  });

  test('a chat gets Markdown', () => {
    expect(chatText(messageOf()).split('\n\n')).toEqual([
      '**Завод: 14 новых постов**',
      'Фильтр «Новости завода». Правило «Завод»: не меньше 10 за час; пришло 14 постов.',
      `[Открыть эти посты](${href})`,
      '- [Новости, 22.11.2026, 10:15](https://vk.com/wall-5_9): Открыли новый цех',
      'Показано постов: 1 из 14',
      '[Изменить или отключить правило](https://monitor.example/base/ldvknf/alerts)',
    ]);
  });

  test.each([
    ['every', { ...finding, count: 1 }, '1 новый пост', 'каждый пост; пришёл 1 пост.'],
    ['least', { ...finding, count: 23 }, '23 новых поста', 'не меньше 10 за час; пришло 23 поста.'],
    [
      'spike',
      spike('2026-11-22T05:00:00Z', 41, 3.5),
      '41 новый пост',
      'всплеск, не меньше 10 за час; 22.11.2026 с 08:00 до 09:00 опубликован 41 пост, обычно 3,5.',
    ],
    [
      'spike',
      spike('2026-11-22T20:00:00Z', 30, 0),
      '30 новых постов',
      'всплеск, не меньше 10 за час; с 22.11.2026, 23:00 до 23.11.2026, 00:00 опубликовано 30 постов, обычно ни одного.',
    ],
    [
      'silence',
      spike('2026-11-22T05:00:00Z', 0, 40),
      'тишина',
      'тишина за час; 22.11.2026 с 08:00 до 09:00 опубликовано 0 постов, обычно 40.',
    ],
    ['views', reached, '1 пост', 'набрал просмотров, не меньше 10; набрал 1 сюжет.'],
    ['ratio', reached, '1 пост', 'выше обычного, не меньше ×10; выше обычного 1 сюжет.'],
    ['edited', reached, '1 пост', 'изменён; изменён 1 пост.'],
    ['deleted', reached, '1 пост', 'удалён в ВК; удалён 1 пост.'],
  ] as const)('the condition %s explains itself', (condition, found, headline, why) => {
    const content = emailContent(messageOf({ findings: [found] }, [row], { condition }));
    expect(content.subject).toBe(`Завод: ${headline}`);
    expect(content.text).toContain(`Правило «Завод»: ${why}\n`);
  });
});

test('a spike says what stands out, in a line without the marks of directions', () => {
  const found = spike('2026-11-22T05:00:00Z', 41, 3);
  const item = {
    kind: 'story',
    id: 57,
    name: 'Открыли новый цех.',
    text: null,
    total: 30,
    share: 79,
    fast: 90,
  } as const;
  const source = { ...item, kind: 'owner', name: 'Новости', total: 12, fast: null } as const;
  const explanation = { total: 41, usual: 3, stories: 20, usualStories: 2, items: [item, source] };
  const text = (explanations: Explanations) =>
    emailContent(messageOf({ findings: [found] }, [row], { condition: 'spike' }, explanations)).text;
  expect(text(new Map([[found, explanation]]))).toContain(
    'обычно 3. Выделяется: сюжет «Открыли новый цех.» (30 постов), источник «Новости» (12 постов).\n',
  );
  expect(text(new Map([[found, { ...explanation, items: [] }]]))).toContain('обычно 3. Ничего не выделяется.\n');
});

test('several findings are listed, each with the link to its posts', () => {
  const findings = [spike('2026-11-22T05:00:00Z', 41, 3), spike('2026-11-22T09:00:00Z', 22, 0)];
  const message = messageOf({ findings }, [], { condition: 'spike' });
  expect(emailContent(message).subject).toBe('Завод: 63 новых поста');
  const text = emailContent(message).text;
  expect(text).toContain('всплеск, не меньше 10 за час; срабатываний: 2.\n');
  expect(text.match(/^— .*\n.*from=2026-11-22T\d\d.*&since=41&until=57/gm)).toHaveLength(2);
  expect(chatText(message).match(/^- 22\.11\.2026 с .*\[Открыть эти посты\]\(.*from=/gm)).toHaveLength(2);
  expect(JSON.parse(webhookContent(message))).toMatchObject({ url: null, findings: [{ count: 41 }, { count: 22 }] });
});

test('of very many findings the newest 20 are listed', () => {
  const findings = Array.from({ length: 168 }, (_, hour) => spike(new Date(hour * 3_600_000).toISOString(), 1, 0));
  const { text } = emailContent(messageOf({ findings }, [], { condition: 'spike' }));
  expect(text).toContain('срабатываний: 168.');
  expect(text).toContain('И ещё срабатываний: 148');
  expect(text.match(/^— /gm)).toHaveLength(20);
});

test('a trial is marked as one, and has no posts', () => {
  const message = messageOf({ kind: 'trial', findings: [], count: 0 }, []);
  expect(emailContent(message).subject).toBe('Завод: пробное сообщение');
  expect(emailContent(message).text).toMatch(
    /^Пробное сообщение\n.*\n\n.*не меньше 10 за час\. Это сообщение отправлено для проверки/,
  );
  expect(JSON.parse(webhookContent(message))).toMatchObject({ trial: true, url: null, posts: [] });
  expect(chatText(message)).not.toContain('Открыть эти посты');
});

describe('hostile texts', () => {
  const hostile =
    '<script>alert(1)</script>"\'&**b** [x](javascript:a) <!all|x> @all #c `q` ~s~ _i_ \\ \r\nBcc: e@x.ru\u0000\u0085\u2028\u202Eq\u2066 \uD800';
  const long = `${hostile} ${'Ы'.repeat(10_000)}`;
  const message = messageOf(
    { ruleName: hostile },
    [
      { ...row, text: long, ownerName: long, word: hostile },
      { ...row, ownerName: '', text: null },
    ],
    { view: hostile, query: '?text=<b>&sort=post_dt' },
  );

  test('lines contain no control characters, direction marks or lone surrogates', () => {
    const { subject, text, html } = emailContent(message);
    for (const content of [
      subject,
      text.replaceAll('\n', ''),
      html.replaceAll('\n', ''),
      chatText(message).replaceAll('\n', ''),
    ]) {
      expect(content).not.toMatch(/[\p{Cc}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u);
      expect(content.isWellFormed()).toBe(true);
    }
    expect(text).not.toMatch(/^Bcc/m);
  });

  test('HTML is escaped', () => {
    const { html } = emailContent(message);
    const tags = new Set([...html.matchAll(/<(\w+)/g)].map(([, name]) => name));
    expect([...tags].sort()).toEqual('a bdi body br div h1 head html meta p strong title'.split(' '));
    expect(html.match(/href="(?!https:)/g)).toBeNull();
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
  });

  test('a chat sees no Markdown, mention or link except our own', () => {
    const text = chatText(message);
    expect(text.replace(/\]\(https:\/\/[^()\s]*\)/g, ']').replace(/^\*\*(.*)\*\*$/gm, '$1')).not.toMatch(
      /[*_~`#@<>|\\]|\]\(/,
    );
    expect([...text.matchAll(/\]\((.*?)\)/g)].map(([, url]) => new URL(url ?? '').protocol)).toEqual(
      Array(4).fill('https:'),
    );
  });

  test('a long text is cut, and a missing one is named', () => {
    const { text } = emailContent(message);
    expect(text).toMatch(/Ы{150,300}…\nhttps:/);
    expect(text.length).toBeLessThan(3500);
    expect(text).toContain('2. Без названия, 22.11.2026, 10:15, фраза');
    expect(text).toContain('\nНет текста\n');
  });

  test('a post shows where the words of another begin, and that it has only a photo', () => {
    const repost = { ...row, text: 'Ужас\n\nЗавод закрыт', textParts: [{ kind: 'repost', at: 6 } as const] };
    const photo = { ...row, text: null, photoUrl: 'https://sun9-1.userapi.com/x.jpg' };
    const { text } = emailContent(messageOf({}, [repost, photo]));
    expect(text).toContain('\nУжас Репост: Завод закрыт\n');
    expect(text).toContain('\nФото\n');
  });

  test('a chat accepts 20 long posts', () => {
    const content = chatText(messageOf({}, Array(20).fill({ ...row, text: long, ownerName: long })));
    expect(content.length).toBeLessThan(5000);
    expect(content).toMatch(/Показано постов: \d+ из 14/);
  });

  test('a chat accepts 20 long posts of 20 findings and of a filter with a long address, and the newest are listed', () => {
    const rows = Array(20).fill({ ...row, text: long, ownerName: long });
    const findings = Array.from({ length: 30 }, (_, index) =>
      spike(`2026-10-${String(index + 1).padStart(2, '0')}T05:00:00Z`, 1, 0),
    );
    const ofFilter = { query: `?text=${'я'.repeat(60)}`, condition: 'spike' } as const;
    const several = chatText(messageOf({ findings }, rows, ofFilter));
    expect(several.length).toBeLessThanOrEqual(5000);
    expect(several.match(/^- \d\d\.10\.2026 с/gm)).toEqual(['- 28.10.2026 с', '- 29.10.2026 с', '- 30.10.2026 с']);
    expect(several).toContain('\n\nИ ещё срабатываний: 27\n');
    const one = chatText(messageOf({}, rows, { query: `?text=${'я'.repeat(400)}` }));
    expect(one.length).toBeLessThanOrEqual(5000);
    expect(one).toContain('Показано постов: ');
  });

  test('right-to-left text is isolated', () => {
    const { html } = emailContent(messageOf({}, [{ ...row, ownerName: 'أخبار', text: 'خبر عاجل' }]));
    expect(html).toContain('<bdi>أخبار</bdi>');
    expect(html).toMatch(/<p dir="auto"[^>]*>خبر عاجل</);
  });
});
