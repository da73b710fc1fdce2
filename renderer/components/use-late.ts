import { useEffect, useState } from 'react';

/** Work shorter than this shows no sign of waiting, in milliseconds. */
export const LATE_MS = 200;

/** True once something has been busy for 200 ms; false at once when it ends. */
export function useLate(busy: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [busy]);
  return busy && late;
}
