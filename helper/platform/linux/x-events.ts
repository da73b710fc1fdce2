/** Core event types and the fields the helper reads; offsets are those of 64-bit Xlib. */
export const EVENT = {
  propertyNotify: 28,
  selectionClear: 29,
  selectionRequest: 30,
  selectionNotify: 31,
  clientMessage: 33,
  generic: 35,
};

const id = (event: Buffer, offset: number) => event.readUInt32LE(offset);

export interface SelectionRequest {
  owner: number;
  requestor: number;
  selection: number;
  target: number;
  property: number;
  time: number;
}

export function readSelectionRequest(event: Buffer): SelectionRequest {
  return {
    owner: id(event, 32),
    requestor: id(event, 40),
    selection: id(event, 48),
    target: id(event, 56),
    property: id(event, 64),
    time: id(event, 72),
  };
}

export function readSelectionNotify(event: Buffer): { selection: number; target: number; property: number } {
  return { selection: id(event, 40), target: id(event, 48), property: id(event, 56) };
}

export function readSelectionClear(event: Buffer): { selection: number } {
  return { selection: id(event, 40) };
}

export function readPropertyNotify(event: Buffer): { window: number; atom: number; time: number; isDeleted: boolean } {
  return { window: id(event, 32), atom: id(event, 40), time: id(event, 48), isDeleted: event.readInt32LE(56) === 1 };
}

/** The SelectionNotify that answers a request; property 0 means refused. */
export function writeSelectionNotify(event: Buffer, request: SelectionRequest, property: number): void {
  event.fill(0);
  event.writeInt32LE(EVENT.selectionNotify, 0);
  event.writeUInt32LE(request.requestor, 32);
  event.writeUInt32LE(request.selection, 40);
  event.writeUInt32LE(request.target, 48);
  event.writeUInt32LE(property, 56);
  event.writeUInt32LE(request.time, 64);
}

/** A client message of format 32; `data` are its first numbers. */
export function writeClientMessage(event: Buffer, window: number, type: number, data: readonly number[]): void {
  event.fill(0);
  event.writeInt32LE(EVENT.clientMessage, 0);
  event.writeUInt32LE(window, 32);
  event.writeUInt32LE(type, 40);
  event.writeInt32LE(32, 48);
  data.forEach((one, i) => {
    event.writeUInt32LE(one, 56 + i * 8);
  });
}

export function readClientMessage(event: Buffer): { type: number; data: number[] } {
  return { type: id(event, 40), data: [0, 1, 2].map((i) => id(event, 56 + i * 8)) };
}

/** Numbers as Xlib keeps items of format 32: eight bytes each. */
export function packIds(ids: readonly number[]): Buffer {
  const bytes = Buffer.alloc(ids.length * 8);
  ids.forEach((one, i) => {
    bytes.writeUInt32LE(one, i * 8);
  });
  return bytes;
}

export function unpackIds(data: Buffer): number[] {
  return Array.from({ length: Math.floor(data.length / 8) }, (_, i) => data.readUInt32LE(i * 8));
}
