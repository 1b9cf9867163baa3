// Proves: api#calls, limits#values
import * as limits from './limits.ts';

test('every constant has its documented value', () => {
  expect(limits).toMatchObject({
    apiTimeoutMs: 20_000,
    wordsPageSize: 100,
    postsPageSize: 20,
    ownersPageSize: 20,
    scrollTriggerPx: 200,
    textSearchDebounceMs: 500,
    unfinishedQueryMs: 1500,
    citySearchMinLength: 3,
    citySearchDebounceMs: 200,
    suggestionsMax: 8,
    impersonationMs: 15 * 60 * 1000,
    passwordMinLength: 8,
    generatedPasswordLength: 12,
    fullSearchOffPosts: 200,
    rowTextMax: 300,
    passwordDialogCloseMs: 1500,
    popup: { expandedBelow: 640, minWidth: 280, minHeight: 120, width: 350, height: 200, margin: 20 },
  });
});
