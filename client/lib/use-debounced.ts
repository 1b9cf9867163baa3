/** Returns the value after it has not changed for a while. */
import { useEffect, useState } from 'react';

export function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (value === settled) return;
    const timer = setTimeout(setSettled, milliseconds, value);
    return () => clearTimeout(timer);
  }, [value, settled, milliseconds]);
  return settled;
}
