import { type DragEvent, useState } from 'react';
import { useApp } from '../../app-context.ts';

/** Files dropped anywhere on the conversation are attached. */
export function useFileDrop() {
  const { chat, composer, host } = useApp();
  const [dropping, setDropping] = useState(false);
  const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    dropping,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setDropping(true);
      },
      onDragLeave(event: DragEvent) {
        const inside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
        if (!inside) setDropping(false);
      },
      onDrop(event: DragEvent) {
        setDropping(false);
        if (!carriesFiles(event)) return;
        event.preventDefault();
        const files = [...event.dataTransfer.files];
        void composer.attach(chat.getState().id ?? 'new', files, (file) => host.pathOf(file as File));
      },
    },
  };
}
