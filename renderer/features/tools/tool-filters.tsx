import type { ToolInfo } from '../../../protocol/ipc/shapes.ts';
import { CONTROL } from '../../components/field.tsx';
import { type ToolFilter, valuesOf } from '../../state/tool-filter.ts';
import { tools as words } from '../../strings/tools.ts';
import { categoryWord, policyWord } from './tool-words.ts';

interface ToolFiltersProps {
  tools: readonly ToolInfo[];
  filter: ToolFilter;
  shown: number;
  onChange: (filter: ToolFilter) => void;
}

/** Search, category and policy. */
export function ToolFilters({ tools, filter, shown, onChange }: ToolFiltersProps) {
  return (
    <search className="flex flex-col gap-2 p-3">
      <input
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        value={filter.text}
        spellCheck={false}
        onChange={(event) => onChange({ ...filter, text: event.target.value })}
        className={`${CONTROL} h-8 text-sm`}
      />
      <div className="flex gap-2">
        <Choice
          label={words.category}
          value={filter.category}
          options={valuesOf(tools, 'category').map((value) => ({ value, label: categoryWord(value) }))}
          onPick={(category) => onChange({ ...filter, category })}
        />
        <Choice
          label={words.policy}
          value={filter.policy}
          options={valuesOf(tools, 'policy').map((value) => ({ value, label: policyWord(value) }))}
          onPick={(policy) => onChange({ ...filter, policy })}
        />
      </div>
      <p role="status" className="text-muted text-xs">
        {words.shown(shown, tools.length)}
      </p>
    </search>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onPick: (value: string) => void;
}

function Choice({ label, value, options, onPick }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onPick(event.target.value)}
      className={`${CONTROL} h-8 min-w-0 flex-1 px-1.5 text-sm`}
    >
      <option value="">{`${label}: ${words.all.toLowerCase()}`}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
