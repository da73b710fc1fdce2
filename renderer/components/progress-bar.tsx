interface ProgressBarProps {
  label: string;
  /** From 0 to 1; null where the length of the work is not known. */
  part: number | null;
}

/** A line that fills up, for work whose length is known; it moves where it is not. */
export function ProgressBar({ label, part }: ProgressBarProps) {
  const percent = part === null ? undefined : Math.round(Math.min(1, Math.max(0, part)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="relative h-1.5 w-full overflow-hidden rounded-full bg-accent-soft"
    >
      {percent === undefined ? (
        <div className="absolute inset-y-0 w-1/3 rounded-full bg-accent motion-safe:animate-busy" />
      ) : (
        <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
      )}
    </div>
  );
}
