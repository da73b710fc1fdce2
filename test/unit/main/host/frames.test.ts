import { describe, expect, it } from 'vitest';
import { createFrameReader, encodeFrame } from '../../../../main/host/frames.ts';

function frame(text: string): Buffer {
  const encoded = encodeFrame(text, 1_000);
  if (!encoded) throw new Error('too long for the test');
  return encoded;
}

function createReader(limit = 1_000) {
  const frames: string[] = [];
  const faults: string[] = [];
  const reader = createFrameReader({
    limit,
    onFrame: (text) => frames.push(text),
    onFault: (reason) => faults.push(reason),
  });
  return { reader, frames, faults };
}

describe('frames', () => {
  it('reads frames however the bytes are split, also inside a character', () => {
    const stream = Buffer.concat([frame('{"a":"naïve 👩‍👩‍👧"}'), frame(''), frame('{"b":2}')]);
    for (let size = 1; size <= stream.length; size += 1) {
      const { reader, frames, faults } = createReader();
      for (let at = 0; at < stream.length; at += size) reader.push(stream.subarray(at, at + size));
      expect(frames).toEqual(['{"a":"naïve 👩‍👩‍👧"}', '', '{"b":2}']);
      expect(faults).toEqual([]);
    }
  });

  it('carries a message at the limit and refuses to make a longer one', () => {
    expect(encodeFrame('x'.repeat(1_000), 1_000)?.length).toBe(1_004);
    expect(encodeFrame('x'.repeat(1_001), 1_000)).toBeNull();
    expect(encodeFrame('é'.repeat(501), 1_000)).toBeNull();
  });

  it('refuses a frame over the limit by its length alone and reads nothing more', () => {
    const { reader, frames, faults } = createReader(10);
    const header = Buffer.alloc(4);
    header.writeUInt32BE(4_000_000_000);
    reader.push(header);
    reader.push(frame('{}'));
    expect(faults).toEqual(['A frame of 4000000000 bytes is over the limit of 10.']);
    expect(frames).toEqual([]);
  });

  it('refuses bytes that are not UTF-8', () => {
    const { reader, frames, faults } = createReader();
    reader.push(Buffer.concat([Buffer.from([0, 0, 0, 2, 0xc3, 0x28]), frame('{}')]));
    expect(faults).toEqual(['A frame was not UTF-8.']);
    expect(frames).toEqual([]);
  });
});
