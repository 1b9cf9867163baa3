/** Posts as VK really returns them, each with something that may confuse a reader. All contain the word «метро». */
import type { WallWallpostAttachment } from '@vkontakte/api-schema-typescript';
import { type WallPost, wallPost } from '../../scripts/vk-stand-in/world.ts';

const photo = (text: string): WallWallpostAttachment => ({
  type: 'photo',
  photo: {
    id: 1,
    owner_id: -1,
    date: 0,
    text,
    sizes: [
      { type: 's', url: 'https://sun9-1.userapi.com/s.jpg', width: 75, height: 56 },
      { type: 'x', url: 'https://sun9-1.userapi.com/x.jpg', width: 604, height: 453 },
      { type: 'r', url: 'https://sun9-1.userapi.com/r.jpg', width: 510, height: 340 },
      { type: 'w', url: 'https://sun9-1.userapi.com/w.jpg', width: 2560, height: 1920 },
    ],
  },
});

/** The posts by their oddity. `date` is in Unix seconds. Their communities are 1 and 2, their people 1 to 3. */
export const oddPosts = (date: number) =>
  ({
    entities: wallPost({ id: 1, date, text: 'Метро &lt;центр&gt; &amp; &quot;запад&quot; &#127183;, 2&#215;2' }),
    wikiMarks: wallPost({ id: 2, date, text: '[id1|Анна] о метро: [club2|Вестник], [https://vk.com/x|подробнее] [1]' }),
    nul: wallPost({ id: 3, date, text: 'Метро\u0000 закрыто\u0007' }),
    loneSurrogate: wallPost({ id: 4, date, text: 'Метро \ud83d открыто' }),
    long: wallPost({ id: 5, date, text: `Метро. ${'Текст на много экранов. '.repeat(700)}`.slice(0, 16_000) }),
    repost: wallPost({
      id: 6,
      date,
      post_type: 'copy',
      copy_history: [
        wallPost({ id: 60, owner_id: -2, date: date - 600, text: 'Метро продлят', attachments: [photo('')] }),
      ],
    }),
    withoutText: wallPost({ id: 7, date, attachments: [photo('станция метро')] }),
    /** The profile 3 is deleted. */
    deletedOwner: wallPost({ id: 8, owner_id: 3, date, text: 'Пишу про метро' }),
    isDeleted: wallPost({ id: 9, date, text: 'Метро', is_deleted: true, deleted_reason: 'by owner' }),
    signed: wallPost({ id: 10, date, text: 'Реклама метро', signer_id: 2, marked_as_ads: 1, edited: date + 60 }),
  }) satisfies Record<string, WallPost>;
