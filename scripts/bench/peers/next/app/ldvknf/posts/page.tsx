import { type PostsPage, postsPath } from '../../../shared/backend.ts';
import { PostsTable } from '../../../shared/posts-table.tsx';
import { load } from '../../load.ts';

export default async function Page({ searchParams }: { searchParams: Promise<{ text?: string }> }) {
  const { text = '' } = await searchParams;
  return (
    <>
      <h1>Лента</h1>
      <PostsTable page={await load<PostsPage>(postsPath(text))} text={text} />
    </>
  );
}
