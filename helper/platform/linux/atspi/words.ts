import type { AccessibleControl } from '../../../desktop.ts';
import { PathMemory, readPath } from './ancestry.ts';
import type { HandleReach } from './by-handle.ts';
import { pressActions } from './controls.ts';
import { unpackHandle } from './handle.ts';
import { ACTION, EDITABLE_TEXT, TEXT, VALUE } from './names.ts';
import type { Program } from './program.ts';
import { isTimeUp } from './strategies/by-matching.ts';
import { pooled } from './strategies/pool.ts';

const WRITTEN = new Set<AccessibleControl['role']>(['field', 'secure_field', 'textarea', 'slider', 'combo']);

/** Adds what a list says besides places: descriptions, values, actions, ancestors. Controls that are late stay as they are. */
export async function addWords(
  reach: HandleReach,
  controls: readonly AccessibleControl[],
): Promise<AccessibleControl[]> {
  const programs = new Map<string, Promise<Program>>();
  const memory = new PathMemory();
  const { results } = await pooled(
    controls,
    async (control) => {
      const handle = unpackHandle(control.handle);
      if (!handle) return control;
      const program = programs.get(handle.name) ?? reach.applications.program(handle.name, reach.limits);
      programs.set(handle.name, program);
      return withWords(await program, control, handle, memory).catch((error: unknown) => {
        if (isTimeUp(error) || reach.limits.signal.aborted) throw error;
        return control;
      });
    },
    isTimeUp,
  );
  return controls.map((control, i) => (results[i]?.handle === control.handle ? (results[i] ?? control) : control));
}

async function withWords(
  program: Program,
  control: AccessibleControl,
  { path, frame }: { path: string; frame: string },
  memory: PathMemory,
): Promise<AccessibleControl> {
  const [faces, { description }, names] = await Promise.all([
    program.interfaces(path),
    memory.get(program, path),
    readPath(program, path, frame, memory),
  ]);
  const [actions, value] = await Promise.all([
    faces.includes(ACTION) ? program.actions(path) : [],
    readValue(program, path, control.role, faces),
  ]);
  return {
    ...control,
    description: description || control.description,
    value,
    actions: pressActions(control.role, actions),
    settable: WRITTEN.has(control.role) && (faces.includes(EDITABLE_TEXT) || faces.includes(VALUE)),
    path: names,
  };
}

/** What a control holds; never of one that hides it. */
export async function readValue(
  program: Program,
  path: string,
  role: AccessibleControl['role'],
  faces: readonly string[],
): Promise<string | null> {
  if (role === 'secure_field') return null;
  if (faces.includes(VALUE)) {
    const number = await program.number(path);
    return number === null ? null : String(number);
  }
  return WRITTEN.has(role) && faces.includes(TEXT) ? program.text(path) : null;
}
