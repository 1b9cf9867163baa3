import type { Dialect } from '../port.ts';

export const postgresDialect: Dialect = {
  types: { integer: 'bigint', text: 'text', code: 'text COLLATE "C"', flag: 'boolean NOT NULL DEFAULT false' },
  among: (list, type) => `= ANY (${list}::${type}[])`,
  elements: (list, type, name) => `unnest(${list}::${type}[]) AS ${name}`,
  rowsIn: (rows) => `json_array_elements(${rows}::json)`,
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  field: (text, name) => `(${text}::json ->> '${name}')`,
  byBytes: (text) => `${text} COLLATE "C"`,
  locking: (how) => `FOR ${how}`,
};
