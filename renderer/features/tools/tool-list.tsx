import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { ToolInfo } from '../../../protocol/ipc/shapes.ts';
import { useApp } from '../../app-context.ts';
import { cx } from '../../components/cx.ts';
import { tools as words } from '../../strings/tools.ts';
import { toolIcon } from '../chat/tool-icon.ts';
import { categoryWord, policyWord } from './tool-words.ts';

interface ToolListProps {
  tools: readonly ToolInfo[];
  chosen: string | null;
}

/** The tools that match, virtual from the first row. */
export function ToolList({ tools, chosen }: ToolListProps) {
  const { shell } = useApp();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: tools.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 48,
    overscan: 6,
    getItemKey: (index) => tools[index]?.name ?? index,
  });
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
      <ul aria-label={words.list} className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((row) => {
          const tool = tools[row.index];
          if (!tool) return null;
          const Icon = toolIcon(tool.name);
          const current = tool.name === chosen;
          return (
            <li
              key={row.key}
              ref={virtual.measureElement}
              data-index={row.index}
              aria-setsize={tools.length}
              aria-posinset={row.index + 1}
              className="absolute inset-x-0 top-0 pb-0.5"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              <button
                type="button"
                aria-current={current ? 'true' : undefined}
                title={tool.name}
                onClick={() => shell.go({ name: 'tools', tool: tool.name })}
                className={cx(
                  'flex w-full items-center gap-2.5 rounded-control px-2 py-1.5 text-left hover:bg-hover',
                  current && 'bg-selected',
                )}
              >
                <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
                <span className="flex min-w-0 flex-1 flex-col">
                  <span className={cx('truncate font-mono text-sm', !tool.registered && 'text-muted')}>
                    {tool.name}
                  </span>
                  <span className="truncate text-muted text-xs">
                    {`${categoryWord(tool.category)} · ${tool.registered ? policyWord(tool.policy) : words.notRegistered}`}
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
