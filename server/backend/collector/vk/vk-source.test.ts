import { wallPost } from '../../../../scripts/vk-stand-in/wall-objects.ts';
import { createTestSource, type TestSource } from '../../../../test/support/vk-source.ts';

let opened: TestSource;
const open = async (options: Parameters<typeof createTestSource>[0] = {}) => {
  opened = await createTestSource(options);
  return opened;
};
afterEach(() => opened.vk.close());

describe('a search', () => {
  test('returns the newest posts and the total', async () => {
    const { vk, clock, search } = await open();
    const date = clock.now() / 1000 - 60;
    vk.addPosts(Array.from({ length: 205 }, (_, index) => wallPost({ id: index + 1, date, text: 'Метро' })));
    const page = await search();
    expect(page.posts).toHaveLength(200);
    expect(page).toMatchObject({ total: 205, next: '200/-1_6' });
    const rest = await search({ startFrom: page.next });
    expect(rest.posts).toHaveLength(5);
    expect(rest.next).toBeNull();
  });
});
