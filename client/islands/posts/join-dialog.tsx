/** «Присоединить к сюжету…»: finds another story of the last 7 days by its text. */

import { useState } from 'react';
import { defaultPostSort, loadPostsPage } from '../../../shared/api/posts.ts';
import { dayMs } from '../../../shared/durations.ts';
import { cutText, formatDateTime, shownName } from '../../../shared/format.ts';
import { isolate } from '../../../shared/isolate.ts';
import { orderOf } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { postLine } from '../../../shared/post-text.ts';
import { plainOptionsMax, textSuggestionsDebounceMs } from '../../../shared/rules/limits.ts';
import { DialogForm } from '../../components/dialogs.tsx';
import { TextField } from '../../components/form-field.tsx';
import picker from '../../components/picker.module.css';
import { useDebounced } from '../../components/search-field.tsx';
import { serverNow } from '../../lib/clock.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { useCall } from '../../lib/use-reply.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';
import type { WorkDialogProps } from './work-acts.ts';

const shownText = 80;
const foundDays = 7;

const firstDay = (): string => new Date(serverNow() - foundDays * dayMs).toISOString();

export function JoinDialog({ target: { posts }, onJoin, onClose }: WorkDialogProps) {
  const { timeZone } = useIslandContext();
  const [since] = useState(firstDay);
  const [text, setText] = useState('');
  const filters = {
    copies: 'hide',
    postDtFrom: since,
    text: useDebounced(text.trim(), textSuggestionsDebounceMs) || undefined,
  };
  // One extra row, because the story itself may be among them.
  const call = loadPostsPage({ ...filters, ...orderOf(defaultPostSort), limit: plainOptionsMax + 1, offset: 0 });
  const found = useCall(call, { keepPreviousData: true });
  const others =
    found.data?.rows.filter(({ storyId }) => storyId !== posts[0]?.storyId).slice(0, plainOptionsMax) ?? [];
  const submission = useSubmission({
    names: ['story'],
    check: ({ story }) => ({ story: story === '' ? messages.chooseStory : null }),
    send: ({ story }) => onJoin(Number(story)),
  });
  return (
    <DialogForm title="Присоединить к сюжету" submitLabel="Присоединить" onClose={onClose} {...submission}>
      <TextField
        type="search"
        label="Найти сюжет"
        hint="Сюжеты за 7 дней"
        error={submission.errors.story}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div role="radiogroup" aria-label="Сюжет" className={picker.items}>
        {others.map(({ storyId, ownerName, postedAt, ...content }) => (
          <label key={storyId} className={controls.choice}>
            <input type="radio" name="story" value={storyId ?? ''} className={controls.checkbox} />
            <span>
              {cutText(postLine(content), shownText)}
              <br />
              <small className={controls.hint}>
                {`${isolate(shownName(ownerName))} · ${formatDateTime(postedAt ?? '', timeZone) ?? ''}`}
              </small>
            </span>
          </label>
        ))}
      </div>
      <p role="status" className={controls.hint}>
        {found.error?.message ?? (found.isLoading ? messages.loading : others.length === 0 && messages.nothingFound)}
      </p>
    </DialogForm>
  );
}
