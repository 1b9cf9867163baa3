// Proves: collection#text-of-a-post
import * as v from 'valibot';
import { wallPost } from '../../../../../scripts/vk-stand-in/world.ts';
import { labelText } from '../../../../../shared/fields/text-parts.ts';
import { textMax } from '../../../rules/clean-text.ts';
import { attachmentsOf, choosePhoto, textOf } from './post-content.ts';
import { vkFound } from './search-reply.ts';

/** Reads the post from a reply of VK. `fields` may have unexpected types. */
function read(fields: object) {
  const [post] = v.parse(vkFound, { items: [{ ...wallPost({ id: 1, date: 1 }), ...fields }] }).items;
  if (!post) throw new Error('not a post');
  return post;
}

const copy = (text: unknown, more: object = {}) => ({ id: 2, owner_id: -2, text, ...more });

/** The text as people read it. */
function shown(fields: object): string | null {
  const { text, parts } = textOf(read(fields));
  return text && labelText(text, parts);
}

const attachments = [
  { type: 'poll', poll: { question: 'Нужна ли\nстанция?' } },
  { type: 'photo', photo: { sizes: [] } },
  { type: 'link', link: { title: 'Метро продлят &amp; откроют', caption: 'news.ru' } },
  { type: 'link', link: { title: ' ' } },
  { type: 'article', article: { title: 'История метро' } },
  { type: 'doc', doc: { title: 'metro.pdf' } },
  { type: 'video', video: { title: 'Поезд' } },
  { type: 'clip', clip: { title: 'Эскалатор' } },
  { type: 'album', album: { title: 'Станции' } },
  { type: 'doc', doc: { title: 7 } },
];

describe('the text of a post', () => {
  test('is its own words and then the words of each reposted post', () => {
    const chain = [copy('Строительство метро остановлено'), copy(' '), copy(undefined), copy('Ждём до весны')];
    expect(textOf(read({ text: 'Какой ужас!!!', copy_history: chain }))).toEqual({
      text: 'Какой ужас!!!\n\nСтроительство метро остановлено\n\nЖдём до весны',
      parts: [
        { kind: 'repost', at: 15 },
        { kind: 'repost', at: 48 },
      ],
    });
    expect(textOf(read({ copy_history: chain.slice(1) }))).toEqual({
      text: 'Ждём до весны',
      parts: [{ kind: 'repost', at: 0 }],
    });
  });

  test('does not repeat an original that the author copied', () => {
    const own = { text: 'Пишут: «Метро продлят». Ура', parts: [] };
    expect(textOf(read({ text: own.text, copy_history: [copy('Метро продлят')] }))).toEqual(own);
  });

  test('is the titles of attachments, one per line, when nobody wrote anything', () => {
    const titles =
      'Опрос: Нужна ли станция?\nСсылка: Метро продлят & откроют\nСтатья: История метро\nДокумент: metro.pdf\n' +
      'Видео: Поезд\nВидео: Эскалатор\nАльбом: Станции';
    expect(shown({ attachments })).toBe(titles);
    expect(shown({ copy_history: [copy('', { attachments })] })).toBe(titles);
    expect(shown({ text: 'Метро', attachments })).toBe('Метро');
    expect(shown({ attachments, copy_history: [copy('Метро')] })).toBe('Репост: Метро');
    expect(textOf(read({ attachments: [{ type: 'photo' }] }))).toEqual({ text: null, parts: [] });
  });

  test('has no part where it is cut', () => {
    const own = 'метро '.repeat(16_655);
    const { text, parts } = textOf(read({ text: own, copy_history: [copy('Вокзал '.repeat(9)), copy('Порт')] }));
    expect([text?.length, parts]).toEqual([textMax, [{ kind: 'repost', at: own.length + 2 }]]);
  });
});

describe('the picture of a post', () => {
  const image = (name: string) => ({ url: `https://sun9-1.userapi.com/${name}.jpg`, width: 604, height: 1 });
  const photo = (name: string) => ({ type: 'photo', photo: { sizes: [image(name)] } });
  const { url, ...size } = image('document');
  const others = {
    link: { type: 'link', link: { title: 'x', photo: { sizes: [image('link')] } } },
    document: { type: 'doc', doc: { preview: { photo: { sizes: [{ ...size, src: url }] } } } },
    album: { type: 'album', album: { thumb: { sizes: [image('album')] } } },
    original: { type: 'photo', photo: { sizes: [], orig_photo: image('original') } },
  };
  const chosen = (own: object[], copied: object[] = []) =>
    choosePhoto(attachmentsOf(read({ attachments: own, copy_history: [copy(''), copy('', { attachments: copied })] })));

  test.each(Object.entries(others))('may be that of an attachment: %s', (name, attachment) => {
    expect(chosen([attachment])).toBe(image(name).url);
    expect(chosen([], [attachment])).toBe(image(name).url);
    expect(chosen([attachment], [photo('photo')])).toBe(image('photo').url);
  });

  test('is the post’s own before that of a reposted one', () => {
    expect(chosen([photo('own')], [photo('copied')])).toBe(image('own').url);
    expect(chosen([others.album], [others.link])).toBe(image('album').url);
    expect(chosen([others.original], [others.link])).toBe(image('link').url);
  });
});
