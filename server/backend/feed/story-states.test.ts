import { DatabaseSync } from 'node:sqlite';
import { createStates, releaseStates } from './story-states.ts';

test('the states of an ended part are cleared and used again, those of its caller are not', () => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE stories (story_id INTEGER PRIMARY KEY); INSERT INTO stories VALUES (9)');
  releaseStates(() => {
    const outer = createStates(db).fill(1);
    const first = releaseStates(() => createStates(db).fill(2));
    const second = releaseStates(() => createStates(db));
    expect(second.buffer).toBe(first.buffer);
    expect([...second]).toEqual(Array.from({ length: 10 }, () => 0));
    expect([...outer]).toEqual(Array.from({ length: 10 }, () => 1));
    db.exec('INSERT INTO stories VALUES (90)');
    expect(releaseStates(() => createStates(db))).toHaveLength(91);
  });
});
