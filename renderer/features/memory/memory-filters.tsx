import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { CONTROL } from '../../components/field.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { memory as words } from '../../strings/memory.ts';

/** Search, category, and whether archived rows are shown. */
export function MemoryFilters() {
  const { memory } = useApp();
  const { search, category, archived } = useStore(memory);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="min-w-48 flex-1">
        <SearchField
          label={words.search}
          clear={words.clearSearch}
          value={search}
          onChange={(text) => void memory.filter({ search: text })}
        />
      </div>
      <select
        aria-label={words.category}
        value={category}
        onChange={(event) => void memory.filter({ category: event.target.value })}
        className={`${CONTROL} h-8 w-44! text-sm`}
      >
        <option value="">{words.everyCategory}</option>
        {Object.entries(words.categories).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <label className="flex items-center gap-1.5 text-sm">
        <input
          type="checkbox"
          checked={archived}
          onChange={(event) => void memory.filter({ archived: event.target.checked })}
        />
        {words.archived}
      </label>
    </div>
  );
}
