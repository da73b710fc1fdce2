import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { CONTROL } from './field.tsx';
import { IconButton } from './icon-button.tsx';

/** A pause in typing this long asks, in milliseconds. */
const PAUSE_MS = 300;
/** Characters the host searches for. */
const LONGEST_SEARCH = 500;

interface SearchFieldProps {
  label: string;
  clear: string;
  /** What was asked last. */
  value: string;
  onChange: (text: string) => void;
}

/** A search that asks after a pause or at Enter; Escape clears. */
export function SearchField({ label, clear, value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const ask = useRef(onChange);
  ask.current = onChange;

  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => ask.current(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value]);

  return (
    <search className="relative">
      <Search aria-hidden="true" className="absolute top-2 left-2.5 size-4 text-muted" />
      <input
        type="text"
        value={text}
        maxLength={LONGEST_SEARCH}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChange(text);
          if (event.key === 'Escape' && text) {
            event.preventDefault();
            event.stopPropagation();
            setText('');
          }
        }}
        className={`${CONTROL} h-8 pr-8 pl-8 text-sm`}
      />
      {text ? (
        <IconButton icon={X} label={clear} onClick={() => setText('')} size="tiny" className="absolute top-1 right-1" />
      ) : null}
    </search>
  );
}
