/** Keeps the latest results of a computation that depends on its key alone. They must not be changed. */
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
