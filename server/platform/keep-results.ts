/** Memoises the most recently used results of a computation that depends only on its key. Callers must not change them. */
export function keepResults<Result>(max: number) {
  const kept = new Map<string, Result>();
  return (key: string, compute: () => Result): Result => {
    const result = kept.get(key) ?? compute();
    kept.delete(key);
    kept.set(key, result);
    const [oldest] = kept.keys();
    if (kept.size > max && oldest !== undefined) kept.delete(oldest);
    return result;
  };
}
