// Proves: collection#what-vk-finds
import { readPost } from '../../shared/api/posts.ts';
import { postExportColumns } from './posts-export.ts';

test('a line marks a post that only VK finds for its phrase, so that an import keeps the mark', () => {
  const fieldsOf = (post: object) =>
    Object.assign({}, ...postExportColumns.map(({ fields }) => fields(readPost({ OwnerID: -1, PostID: 1, ...post }))));
  expect(fieldsOf({ FoundByVK: true })).toMatchObject({ FoundByVK: true });
  expect(fieldsOf({})).not.toHaveProperty('FoundByVK');
});
