import { fillMore, nextCount } from './use-filled-rows.ts';

const rendered = { start: 10, stop: 30 };

describe('the filled rows of a virtual list', () => {
  test('grow downwards by the given number', () => {
    expect(fillMore({ start: 10, stop: 20 }, rendered, 10, 5)).toEqual({ start: 10, stop: 25 });
  });

  test('grow upwards by what is left at the lower end', () => {
    expect(fillMore({ start: 20, stop: 28 }, rendered, 10, 5)).toEqual({ start: 17, stop: 30 });
  });

  test('lose the rows that are no longer rendered', () => {
    expect(fillMore({ start: 0, stop: Number.POSITIVE_INFINITY }, rendered, 10, 5)).toEqual(rendered);
  });

  test('begin at the first visible row after a jump', () => {
    expect(fillMore({ start: 0, stop: 5 }, rendered, 12, 5)).toEqual({ start: 12, stop: 16 });
    expect(fillMore({ start: 40, stop: 60 }, rendered, 28, 5)).toEqual({ start: 28, stop: 30 });
  });
});

describe('the number of rows that a frame fills', () => {
  test('grows while renders are short, and is halved by a long one', () => {
    expect(nextCount(4, 5)).toBe(5);
    expect(nextCount(4, 15)).toBe(4);
    expect(nextCount(4, 40)).toBe(2);
    expect(nextCount(1, 40)).toBe(1);
  });
});
