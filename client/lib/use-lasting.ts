/** Hides states that end before a user could read about them. */
import { useEffect, useState } from 'react';

/** Milliseconds. Most replies are quicker, and showing and hiding «Загрузка…» would delay their rows by two frames. */
const lastingMs = 200;

/** Returns true when `value` has been true for a while. */
export function useLasting(value: boolean): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!value) return;
    const timer = setTimeout(() => setLasting(true), lastingMs);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [value]);
  return lasting;
}
