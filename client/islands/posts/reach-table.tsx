/** The figures of an open post, now and at each age. */

import { ageText } from '../../../shared/age-text.ts';
import type { Post } from '../../../shared/api/posts.ts';
import { postFields } from '../../../shared/fields/posts.ts';
import { formatNumber } from '../../../shared/format.ts';
import styles from './post-popup.module.css';

const figures = ['views', 'likes', 'reposts', 'comments'] as const;

const figureText = (value: number | null): string => (value === null ? '—' : formatNumber(value));

/** Nothing for a post that was never measured. */
export function ReachTable({ post }: { post: Post }) {
  if (figures.every((name) => post[name] === null)) return null;
  return (
    <table className={styles.reach}>
      <caption>Отклик по времени</caption>
      <thead>
        <tr>
          <th scope="col">Возраст</th>
          {figures.map((name) => (
            <th key={name} scope="col">
              {postFields[name].title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {post.measures.map((measure) => (
          <tr key={measure.age}>
            <th scope="row">{ageText(measure.age)}</th>
            {figures.map((name) => (
              <td key={name}>{figureText(measure[name])}</td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row">Сейчас</th>
          {figures.map((name) => (
            <td key={name}>{figureText(post[name])}</td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
