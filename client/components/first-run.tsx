/** What a client without phrases first sees on the pages of the feed, phrases and analytics. */
import { addWordParameter } from '../../shared/pages/words-query.ts';
import { refusalOf, type Viewer } from '../../shared/roles.ts';
import controls from '../styles/controls.module.css';
import styles from './first-run.module.css';

/** Links to the page of phrases, which opens the dialog. */
export function FirstRun({ viewer, basePath }: { viewer: Viewer; basePath: string }) {
  const refusal = refusalOf(viewer, 'editor');
  return (
    <section aria-labelledby="first-run" className={`${controls.card} ${styles.firstRun}`}>
      <h2 id="first-run">С чего начать</h2>
      <ol>
        <li>Добавьте фразу: слова, которые должны быть в посте.</li>
        <li>Подождите минуту: сервис найдёт первые посты.</li>
        <li>Читайте их в ленте, сравнивайте фразы в аналитике, включите оповещения.</li>
      </ol>
      <form action={`${basePath}/ldvknf/words`} data-scripted="">
        <input type="hidden" name={addWordParameter} value="1" />
        <button
          type="submit"
          className={`${controls.button} ${controls.buttonPrimary}`}
          {...(refusal !== null && { disabled: true, title: refusal })}
        >
          Добавить фразу
        </button>
      </form>
    </section>
  );
}
