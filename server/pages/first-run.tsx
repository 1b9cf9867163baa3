/** What a client without phrases first sees on the pages of the feed, phrases and analytics. */
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/views.module.css';
import { addWordParameter } from '../../shared/pages/words-query.ts';
import { pathOf } from '../../shared/routes.ts';
import type { PageInput } from '../session/page-input.ts';
import { refuses } from './simple-views.tsx';

/** `words`: the number of the viewer's phrases, undefined when unknown. */
export const isFirstRun = ({ viewer, backendKind }: PageInput, words: number | undefined): boolean =>
  words === 0 && viewer.user.type === 'client' && backendKind === 'own';

/** Links to the page of phrases, which opens the dialog. */
export const FirstRun = ({ viewer, basePath }: PageInput) => (
  <section aria-labelledby="first-run" className={`${controls.card} ${styles.firstRun}`}>
    <h2 id="first-run">С чего начать</h2>
    <ol>
      <li>Добавьте фразу: слова, которые должны быть в посте.</li>
      <li>Подождите минуту: сервис найдёт первые посты.</li>
      <li>Читайте их в ленте, сравнивайте фразы в аналитике, включите оповещения.</li>
    </ol>
    <form action={basePath + pathOf('words')} data-scripted="">
      <input type="hidden" name={addWordParameter} value="1" />
      <button type="submit" className={`${controls.button} ${controls.buttonPrimary}`} {...refuses(viewer, 'editor')}>
        Добавить фразу
      </button>
    </form>
  </section>
);
