import type { ReplyTable } from './field.ts';

/** The figures of a post at an age in hours (shared/rules/measures.ts). */
export const measureFields = {
  age: { api: 'Age', type: 'id' },
  at: { api: 'At', type: 'time' },
  views: { api: 'Views', type: 'figure' },
  likes: { api: 'Likes', type: 'figure' },
  reposts: { api: 'Reposts', type: 'figure' },
  comments: { api: 'Comments', type: 'figure' },
} as const satisfies ReplyTable;
