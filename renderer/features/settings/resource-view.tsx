import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { FailureNote, Skeleton } from '../../components/page-state.tsx';
import type { ResourceStore } from '../../state/resource.ts';
import { settings as words } from '../../strings/settings.ts';

interface ResourceViewProps<T> {
  resource: ResourceStore<T>;
  title?: string;
  children: (value: T) => ReactNode;
}

/** Loading, failed, or the value; a value that is there stays while it is read again. */
export function ResourceView<T>({ resource, title, children }: ResourceViewProps<T>) {
  const { value, failure } = useStore(resource);
  return (
    <>
      {failure ? (
        <FailureNote title={title ?? words.loadFailed} failure={failure} onRetry={() => void resource.load()} />
      ) : null}
      {value === null ? failure ? null : <Skeleton /> : children(value)}
    </>
  );
}
