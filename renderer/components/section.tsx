import { type ReactNode, useId } from 'react';

/** A titled card of a settings page. */
export function Section({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 rounded-card border border-line bg-raised px-4 py-4">
      <div className="flex flex-col gap-0.5">
        <h3 id={id} className="font-semibold text-base">
          {title}
        </h3>
        {intro ? <p className="text-muted text-sm">{intro}</p> : null}
      </div>
      {children}
    </section>
  );
}

/** A name and its value, one above the other where there is no room. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[10rem_1fr]">
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere min-w-0">{children}</dd>
    </div>
  );
}
