import { Component, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { shell } from '../../strings/shell.ts';

interface CrashState {
  message: string | null;
}

/** A fault while drawing shows what happened instead of an empty window. */
export class Crash extends Component<{ children: ReactNode }, CrashState> {
  override state: CrashState = { message: null };

  static getDerivedStateFromError(thrown: unknown): CrashState {
    return { message: thrown instanceof Error ? thrown.message : String(thrown) };
  }

  override render(): ReactNode {
    if (this.state.message === null) return this.props.children;
    return (
      <main className="mx-auto flex h-full max-w-lg flex-col items-start justify-center gap-3 p-6" role="alert">
        <p>{shell.crashed}</p>
        <p className="wrap-anywhere font-mono text-muted text-sm">{this.state.message}</p>
        <Button look="primary" onClick={() => window.location.reload()}>
          {shell.reload}
        </Button>
      </main>
    );
  }
}
