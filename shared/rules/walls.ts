/** Walls of sources that clients follow (docs/product/collection.md#walls). */
export const wallLabels = {
  followed: 'Собирается',
  comments: 'Собирается с комментариями',
  closed: 'Закрыта',
  none: '—',
} as const;
