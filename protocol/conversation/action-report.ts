/** How much of an action's input went out, by the helper's receipt. */
export type ActionDispatch = 'read' | 'not_sent' | 'sent' | 'partial' | 'unknown';

/** What an action was aimed at. Role and name come from the screen: data, one plain line each. */
export interface ScreenTarget {
  /** Normalised role, for example `button`; empty when unknown. */
  role: string;
  /** Empty when the control has none or it is not known. */
  name: string;
  by: 'mark' | 'element' | 'point' | 'focus';
  /** The mark's number, when one was used. */
  mark?: number;
  /** The mark was proposed from the picture alone: nothing on the screen said that there is a control. */
  guessed?: true;
  /** Keeps what is written into it secret. */
  secure?: true;
}

/** The numbered controls of a picture. */
export interface MarkSummary {
  count: number;
  /** They were guessed from the picture, since the program lists no controls. */
  guessed?: true;
}

/**
 * What is known of one action on the screen, for its card and its recording. Taken from the helper's receipt; nothing in
 * it is inferred. Texts of the screen are data.
 */
export interface ActionReport {
  /** As called, for example `left_click`. */
  action: string;
  /** Id of the session it belongs to; empty when none had begun. */
  session: string;
  /** Id of the recording that has it; absent when it is not recorded. */
  recording?: string;
  dispatch: ActionDispatch;
  delivery: 'confirmed' | 'not_delivered' | 'unconfirmed' | 'n/a';
  /** Whether the picture afterwards differs from the one before. */
  effect: 'verified' | 'not_observed' | 'unknown';
  /** Why it was refused or failed, in a sentence for the owner; the result's text also tells the model what to do. */
  reason?: string;
  courtesy: 'off' | 'unavailable' | 'proceeded' | 'deferred' | 'yielded' | 'paused' | 'n/a';
  target?: ScreenTarget;
  /** The window that got the input. */
  window?: { app: string; title: string };
  display?: number;
  /** By events of mouse and keyboard, or by the control's own action. */
  method?: 'input' | 'accessibility';
  /** Numbered controls in the picture that came back. */
  marks?: MarkSummary;
  /** Actions in a row that changed nothing visible, this one included. */
  streak?: number;
  /** Characters of a typed or pasted text. */
  characters?: number;
  timingsMs?: Record<string, number>;
}
