import { z } from 'zod';
import type { Handlers } from '../rpc/contract.ts';
import { actInput, actOutput } from './act.ts';

/** Raised for any model-visible ability an older helper would silently ignore. Both sides must have the same. */
export const HELPER_PROTOCOL_VERSION = 2;

/** Bytes of one line on the helper's pipes, from the app and to the app. */
export const REQUEST_LINE_LIMIT = 33_554_432;
export const REPLY_LINE_LIMIT = 33_554_432;

/** `step` is what the owner has to do so that it works, word for word; absent where nothing is to be done. */
const verdict = z.object({ value: z.boolean().nullable(), detail: z.string(), step: z.string().optional() });

/** What the system lets the helper do; null where it cannot be told. Never prompts. */
export const probeOutput = z.object({
  displayServer: z.enum(['x11', 'wayland', 'quartz', 'windows', 'none']),
  screenCapture: verdict,
  inputControl: verdict,
  accessibility: verdict,
  clipboard: verdict,
  idle: verdict,
  locked: verdict,
});
export type Probe = z.infer<typeof probeOutput>;

/** A key, button or modifier that is down; enough for another helper to release it. */
export const heldItem = z.object({ kind: z.enum(['button', 'key']), code: z.number().int(), name: z.string() });
export type HeldItem = z.infer<typeof heldItem>;

/** What the small sign on the screen says while the agent uses this computer. Plain text, one line. */
export const badge = z.object({
  state: z.enum(['driving', 'paused']),
  title: z.string().min(1).max(80),
  hint: z.string().max(120),
});
export type Badge = z.infer<typeof badge>;

/** Everything the app may ask of the helper, and what the helper announces. computer-use.md section 17. */
export const helperContract = {
  operations: {
    /** First call; a different protocol version is refused with `helper_incompatible`. */
    hello: {
      input: z.object({ protocolVersion: z.number().int(), appVersion: z.string(), appPid: z.number().int() }),
      output: z.object({
        protocolVersion: z.number().int(),
        helperVersion: z.string(),
        /** Random per start; `act` and `control` must repeat it. */
        generation: z.string(),
        platform: z.string(),
        displayServer: z.string(),
        operations: z.array(z.string()),
        capabilities: z.object({ marks: z.boolean(), elements: z.boolean(), windows: z.boolean() }),
      }),
    },
    probe: { input: z.object({}), output: probeOutput },
    /** Raises the system's prompts; only from an explicit click of the owner. */
    requestPermissions: { input: z.object({}), output: probeOutput },
    /** One action at a time; a second is refused `busy`. Errors carry `{code, detail?, receipt?}`. */
    act: { input: actInput, output: actOutput },
    /** Milliseconds since the person's last input; `attributed` is false when synthetic input counts too. */
    idle: {
      input: z.object({}),
      output: z.object({ idleMs: z.number().nullable(), attributed: z.boolean() }),
    },
    /** Answered at once, also while an action runs. `release` lifts everything held, or exactly `items`. */
    control: {
      input: z.object({
        generation: z.string(),
        verb: z.enum(['pause', 'resume', 'release']),
        items: z.array(heldItem).optional(),
      }),
      output: z.object({ ok: z.boolean(), authority: z.number().int(), inFlightId: z.string().nullable() }),
    },
    /**
     * Scales and re-encodes a picture that does not come from the screen. Needs no display and works while computer
     * use is off. `data` is base64; at most 24 MiB decoded. Errors: `not_an_image`, `image_too_large`.
     */
    encode: {
      input: z.object({
        data: z.string(),
        maxEdge: z.number().int().positive(),
        maxBytes: z.number().int().positive(),
        format: z.enum(['png', 'jpeg', 'auto']),
      }),
      output: z.object({
        data: z.string(),
        mime: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
        width: z.number().int(),
        height: z.number().int(),
      }),
    },
    /**
     * Shows the sign on top of everything, or takes it away. It lets every click through, is in no picture, and ends
     * with the helper. `shown` is false where this desktop has none; one sign is on a display at most, the latest.
     */
    badge: { input: z.object({ badge: badge.nullable() }), output: z.object({ shown: z.boolean() }) },
    /** Releases what is held, gives the clipboard back, then exits 0. */
    shutdown: { input: z.object({}), output: z.object({ ok: z.boolean() }) },
  },
  notifications: {
    /** Before anything stays down longer than one event, and again when nothing is down. */
    held: z.object({ items: z.array(heldItem) }),
    /** The person used mouse or keyboard; at most four a second. `at` is ms since 1970. */
    humanInput: z.object({ at: z.number() }),
    displayChanged: z.object({}),
  },
};
export type HelperContract = typeof helperContract;

/** What the helper must implement. */
export type HelperHandlers = Handlers<HelperContract>;
