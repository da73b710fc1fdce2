import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { CONTROL, Field as Labelled, SelectField } from '../../components/field.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { emptyValue, type Field, type FieldProblem, type FormValue } from '../../state/schema-form.ts';
import { tools as words } from '../../strings/tools.ts';

type Values = { [name: string]: FormValue };

interface FieldsProps {
  fields: Field[];
  values: Values;
  path: string;
  problems: FieldProblem[];
  onChange: (values: Values) => void;
}

/** The controls of an object. */
export function SchemaFields({ fields, values, path, problems, onChange }: FieldsProps) {
  return fields.map((field) => (
    <SchemaField
      key={field.name}
      field={field}
      value={values[field.name] ?? ''}
      path={path ? `${path}.${field.name}` : field.name}
      problems={problems}
      onChange={(value) => onChange({ ...values, [field.name]: value })}
    />
  ));
}

interface FieldProps {
  field: Field;
  value: FormValue;
  path: string;
  problems: FieldProblem[];
  onChange: (value: FormValue) => void;
}

function SchemaField(props: FieldProps) {
  const { field } = props;
  if (field.kind === 'object') return <ObjectField {...props} field={field} />;
  if (field.kind === 'list') return <ListField {...props} field={field} />;
  if (field.kind === 'boolean' || field.kind === 'choice') return <ChoiceField {...props} field={field} />;
  return <TextControl {...props} />;
}

function label(field: Field): ReactNode {
  if (!field.name) return words.item(1);
  return (
    <>
      <span className="font-mono">{field.name}</span>{' '}
      <span className="font-normal text-muted">{field.required ? words.required : words.optional}</span>
    </>
  );
}

function problemAt(problems: FieldProblem[], path: string): string | null {
  const found = problems.find((problem) => problem.path === path);
  return found ? words.fieldProblems[found.text] : null;
}

function TextControl({ field, value, path, problems, onChange }: FieldProps) {
  const text = typeof value === 'string' ? value : '';
  const long = field.kind === 'json' || (field.kind === 'string' && field.long);
  return (
    <Labelled label={label(field)} help={field.description} problem={problemAt(problems, path)}>
      {({ id, describedBy, invalid }) => {
        const shared = {
          id,
          value: text,
          spellCheck: false,
          'aria-describedby': describedBy,
          'aria-invalid': invalid,
          'aria-required': field.required,
          readOnly: field.kind === 'constant',
        };
        if (long) {
          return (
            <textarea
              {...shared}
              rows={2}
              onChange={(event) => onChange(event.target.value)}
              className={`${CONTROL} field-sizing-content max-h-60 min-h-14 py-1.5 font-mono text-sm`}
            />
          );
        }
        return (
          <input
            {...shared}
            type="text"
            autoComplete="off"
            inputMode={field.kind === 'number' ? 'decimal' : 'text'}
            onChange={(event) => onChange(event.target.value)}
            className={`${CONTROL} h-8 font-mono text-sm`}
          />
        );
      }}
    </Labelled>
  );
}

function ChoiceField({ field, value, path, problems, onChange }: FieldProps) {
  const options =
    field.kind === 'choice'
      ? field.options.map((option) => ({ value: JSON.stringify(option), label: String(option) }))
      : [
          { value: 'true', label: words.yes },
          { value: 'false', label: words.no },
        ];
  return (
    <SelectField
      label={label(field)}
      help={field.description}
      problem={problemAt(problems, path)}
      value={typeof value === 'string' ? value : ''}
      options={[{ value: '', label: words.notSet }, ...options]}
      onPick={onChange}
    />
  );
}

function ObjectField({ field, value, path, problems, onChange }: FieldProps & { field: Field & { kind: 'object' } }) {
  const values = typeof value === 'object' && !Array.isArray(value) ? value : {};
  return (
    <fieldset className="flex flex-col gap-3 border-line border-l-2 pl-3">
      <legend className="font-medium text-sm">{label(field)}</legend>
      {field.description ? <p className="text-muted text-sm">{field.description}</p> : null}
      <SchemaFields fields={field.fields} values={values} path={path} problems={problems} onChange={onChange} />
    </fieldset>
  );
}

function ListField({ field, value, path, problems, onChange }: FieldProps & { field: Field & { kind: 'list' } }) {
  const items = Array.isArray(value) ? value : [];
  return (
    <fieldset className="flex flex-col gap-2 border-line border-l-2 pl-3">
      <legend className="font-medium text-sm">{label(field)}</legend>
      {field.description ? <p className="text-muted text-sm">{field.description}</p> : null}
      {items.map((item, index) => (
        // Items have no name of their own; their place is all there is.
        <div key={`item-${String(index)}`} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <SchemaField
              field={{ ...field.item, name: '', description: '' }}
              value={item}
              path={`${path}.${index}`}
              problems={problems}
              onChange={(next) => onChange(items.map((old, place) => (place === index ? next : old)))}
            />
          </div>
          <IconButton
            icon={X}
            label={words.removeItem(index + 1)}
            onClick={() => onChange(items.filter((_, place) => place !== index))}
          />
        </div>
      ))}
      <Button small className="self-start" onClick={() => onChange([...items, emptyValue(field.item)])}>
        <Plus aria-hidden="true" className="size-3.5" />
        {words.addItem}
      </Button>
    </fieldset>
  );
}
