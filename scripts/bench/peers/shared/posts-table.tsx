/** The feed: a form that filters by text, and a table of twenty posts. */
import { formatTime, type PostsPage } from './backend.ts';

export function PostsTable({ page, text }: { page: PostsPage; text: string }) {
  return (
    <>
      <form>
        <input type="search" name="text" defaultValue={text} aria-label="Поиск по тексту" />
        <button type="submit">Найти</button>
      </form>
      <table>
        <thead>
          <tr>
            {['Источник', 'Фраза', 'ID пользователя', 'Текст', 'Дата поста', 'Обновлено', 'Город'].map((title) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.posts.map((post) => (
            <tr key={`${post.OwnerID}_${post.PostID}_${post.WordID}`}>
              <td>
                {post.OwnerName.String} {post.Domain.String}
              </td>
              <td>{post.Word.String}</td>
              <td>{post.UserID}</td>
              <td className="text">{post.Text.String.slice(0, 300)}</td>
              <td>{formatTime(post.PostDt)}</td>
              <td>{formatTime(post.UpdateDt)}</td>
              <td>{post.City.Valid ? post.City.String : 'Не указано'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
