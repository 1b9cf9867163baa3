import { wordSortColumns } from '../../../../shared/api/words.ts';
import { openDatabase } from './database.ts';
import { createWordsStore } from './words.ts';

describe('pages of phrases', () => {
  test.each(wordSortColumns.flatMap((column) => [[column, 'ASC'] as const, [column, 'DESC'] as const]))(
    'sorted by %s %s walk an index instead of sorting all',
    async (orderBy, orderDirection) => {
      const db = openDatabase(':memory:');
      const prepared: string[] = [];
      const prepare = db.prepare.bind(db);
      db.prepare = (sql) => {
        prepared.push(sql);
        return prepare(sql);
      };
      await createWordsStore(db).page({ limit: 100, offset: 0, orderBy, orderDirection });
      const plan = prepare(`EXPLAIN QUERY PLAN ${prepared.at(-1)}`).all(100, 0);
      const outer = plan.filter((step) => step.parent === 0).map((step) => String(step.detail));
      expect(outer.join('\n')).not.toContain('TEMP B-TREE');
      expect(outer.join('\n')).toMatch(/SCAN w/);
      db.close();
    },
  );
});
