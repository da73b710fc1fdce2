import { type Environment, padded, withX11 } from './x11-wire.ts';

const OPCODE_INTERN_ATOM = 16;
const OPCODE_GET_SELECTION_OWNER = 23;

/** Window id of the owner, 0 for none. Rejects when no X server of this computer answers within a second. */
export function selectionOwner(name: string, env: Environment): Promise<number> {
  return withX11(env, async ({ ask }) => {
    const atom = (await ask(internAtom(name))).readUInt32LE(8);
    return atom === 0 ? 0 : (await ask(getSelectionOwner(atom))).readUInt32LE(8);
  });
}

/** Only an atom that exists already: nobody can own a selection whose name was never used. */
function internAtom(name: string): Buffer {
  const text = padded(name);
  const head = Buffer.alloc(8);
  head[0] = OPCODE_INTERN_ATOM;
  head[1] = 1;
  head.writeUInt16LE(2 + text.length / 4, 2);
  head.writeUInt16LE(name.length, 4);
  return Buffer.concat([head, text]);
}

function getSelectionOwner(atom: number): Buffer {
  const request = Buffer.alloc(8);
  request[0] = OPCODE_GET_SELECTION_OWNER;
  request.writeUInt16LE(2, 2);
  request.writeUInt32LE(atom, 4);
  return request;
}
