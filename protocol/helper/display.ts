import { z } from 'zod';

const integer = z.number().int();

/** The display's identity when a view was made; any difference later is `display_changed` and nothing is sent. */
export const displayFacts = z.object({
  id: z.string(),
  x: integer,
  y: integer,
  width: integer,
  height: integer,
  scale: z.number(),
  rotation: integer,
});
export type DisplayFacts = z.infer<typeof displayFacts>;
