import { useState } from 'react';
import type { MemoryCategoryName, MemoryItem } from '../../../protocol/ipc/memory.ts';
import { useApp } from '../../app-context.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CONTROL, Field, SelectField, TextField } from '../../components/field.tsx';
import { memory as words } from '../../strings/memory.ts';

/** Name, kind and text of one fact. What is typed stays when the host refuses it. */
export function EditDialog({ item, onClose }: { item: MemoryItem; onClose: () => void }) {
  const { host } = useApp();
  const [key, setKey] = useState(item.key);
  const [value, setValue] = useState(item.value);
  const [category, setCategory] = useState<string>(item.category);
  const save = async () => {
    await host.call('memory.change', { id: item.id, key, value, category: category as MemoryCategoryName });
  };
  return (
    <ConfirmDialog title={words.editTitle} confirm={words.save} onConfirm={save} onClose={onClose}>
      <Field label={words.value}>
        {({ id }) => (
          <textarea
            id={id}
            data-autofocus
            rows={4}
            value={value}
            onChange={(event) => setValue(event.target.value)}
            className={`${CONTROL} py-1.5`}
          />
        )}
      </Field>
      <TextField label={words.key} value={key} onChange={(event) => setKey(event.target.value)} />
      <SelectField
        label={words.category}
        value={category}
        onPick={setCategory}
        options={Object.entries(words.categories).map(([one, label]) => ({ value: one, label }))}
      />
    </ConfirmDialog>
  );
}
