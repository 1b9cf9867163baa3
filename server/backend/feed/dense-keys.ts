/** Dense keys of the values of columns, so that counts per value are an array. */

type Column = Float64Array | Uint32Array;

/** Keys are from 0 on, and never removed: their values are the sources or the cities of posts. */
export type DenseKeys = {
  /** The value of each key. */
  values: readonly number[];
  /** The keys of a column, which must not change. They are kept as long as the column. */
  keysOf: (column: Column) => Uint32Array;
};

export function createDenseKeys(): DenseKeys {
  const values: number[] = [];
  const keys = new Map<number, number>();
  const kept = new WeakMap<Column, Uint32Array>();
  const keyOf = (value: number): number => {
    const known = keys.get(value);
    if (known !== undefined) return known;
    keys.set(value, values.length);
    return values.push(value) - 1;
  };
  return {
    values,
    keysOf(column) {
      const found = kept.get(column) ?? Uint32Array.from(column, keyOf);
      kept.set(column, found);
      return found;
    },
  };
}
