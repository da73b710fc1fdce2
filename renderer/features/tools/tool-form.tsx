import { Play, Square } from 'lucide-react';
import { type FormEvent, useMemo, useState } from 'react';
import { isJsonObject, type JsonObject } from '../../../protocol/json.ts';
import { BusyBar } from '../../components/busy-bar.tsx';
import { Button } from '../../components/button.tsx';
import { cx } from '../../components/cx.ts';
import { CONTROL, Field } from '../../components/field.tsx';
import { Section } from '../../components/section.tsx';
import { emptyValues, type FieldProblem, fromInput, toFields, toInput } from '../../state/schema-form.ts';
import { tools as words } from '../../strings/tools.ts';
import { SchemaFields } from './schema-fields.tsx';
import type { ToolRun } from './use-tool-run.ts';

interface ToolFormProps {
  schema: JsonObject;
  run: ToolRun;
}

/** The input of a tool, as a form made from its schema or as JSON. */
export function ToolForm({ schema, run }: ToolFormProps) {
  const fields = useMemo(() => toFields(schema), [schema]);
  const [values, setValues] = useState(() => emptyValues(fields));
  const [problems, setProblems] = useState<FieldProblem[]>([]);
  const [json, setJson] = useState<string | null>(null);
  const [jsonProblem, setJsonProblem] = useState<string | null>(null);

  function readJson(): JsonObject | null {
    const parsed = parseObject(json ?? '');
    setJsonProblem(parsed ? null : words.jsonInvalid);
    return parsed;
  }

  function switchMode(toJson: boolean): void {
    if (toJson === (json !== null)) return;
    if (toJson) {
      setJson(JSON.stringify(toInput(fields, values).input, null, 2));
      setProblems([]);
      return;
    }
    const parsed = readJson();
    if (!parsed) return;
    setValues(fromInput(fields, parsed));
    setJson(null);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    // What is wrong now is not to be read beside what came of an older run.
    run.clear();
    if (json !== null) {
      const parsed = readJson();
      if (parsed) run.start(parsed);
      return;
    }
    const made = toInput(fields, values);
    setProblems(made.problems);
    if (made.problems.length === 0) run.start(made.input);
  }

  return (
    <Section title={words.run}>
      <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
        <fieldset className="flex gap-1 self-start rounded-control bg-sunken p-0.5">
          <legend className="sr-only">{words.inputMode}</legend>
          <ModeButton on={json === null} onClick={() => switchMode(false)}>
            {words.form}
          </ModeButton>
          <ModeButton on={json !== null} onClick={() => switchMode(true)}>
            {words.json}
          </ModeButton>
        </fieldset>
        {json === null ? (
          <>
            {fields.length === 0 ? <p className="text-muted">{words.noFields}</p> : null}
            <SchemaFields fields={fields} values={values} path="" problems={problems} onChange={setValues} />
          </>
        ) : (
          <Field label={words.jsonLabel} problem={jsonProblem}>
            {({ id, describedBy, invalid }) => (
              <textarea
                id={id}
                aria-describedby={describedBy}
                aria-invalid={invalid}
                rows={8}
                spellCheck={false}
                value={json}
                onChange={(event) => setJson(event.target.value)}
                className={`${CONTROL} py-1.5 font-mono text-sm`}
              />
            )}
          </Field>
        )}
        <BusyBar busy={run.running} label={words.running} />
        <div className="flex gap-2">
          <Button look="primary" type="submit" disabled={run.running}>
            <Play aria-hidden="true" className="size-3.5" fill="currentColor" />
            {words.run}
          </Button>
          {run.running ? (
            <Button onClick={run.stop} disabled={run.stopping}>
              <Square aria-hidden="true" className="size-3.5" fill="currentColor" />
              {run.stopping ? words.stopping : words.stop}
            </Button>
          ) : null}
        </div>
      </form>
    </Section>
  );
}

interface ModeButtonProps {
  on: boolean;
  onClick: () => void;
  children: string;
}

function ModeButton({ on, onClick, children }: ModeButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onClick}
      className={cx('min-h-7 rounded-control px-3 text-sm', on ? 'bg-raised font-medium shadow-sm' : 'text-muted')}
    >
      {children}
    </button>
  );
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
