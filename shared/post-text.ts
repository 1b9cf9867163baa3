/** The text of a post as people read it, with the labels of its parts. */
import { labelText, type TextPart } from './fields/text-parts.ts';
import { isInvisible } from './format.ts';
import * as messages from './messages.ts';
import { webUrl } from './rules/urls.ts';

type PostContent = { text: string | null; textParts: readonly TextPart[]; photoUrl: string | null };

/** Empty if the post has no visible text. */
export const postText = ({ text, textParts }: Pick<PostContent, 'text' | 'textParts'>): string =>
  isInvisible(text) ? '' : labelText(text ?? '', textParts);

/** For a line without the picture of the post. */
export const postLine = (post: PostContent): string =>
  postText(post) || (webUrl(post.photoUrl) === null ? messages.noText : messages.onlyPhoto);
