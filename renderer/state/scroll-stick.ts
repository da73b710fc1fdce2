/** What a scrolling element says of itself, in CSS pixels. */
export interface ScrollPlace {
  top: number;
  viewHeight: number;
  contentHeight: number;
}

/** How far from the end still counts as the end, in CSS pixels. */
export const END_SLACK = 24;

/** Is the reader at the end? */
export function isAtEnd(place: ScrollPlace): boolean {
  return place.contentHeight - place.viewHeight - place.top <= END_SLACK;
}

export interface Stick {
  /** Follow the end as the content grows. */
  following: boolean;
  /** Rows that came while the reader was elsewhere. */
  unseen: number;
}

export const FOLLOWING: Stick = { following: true, unseen: 0 };

export type StickEvent =
  | { type: 'scrolled'; place: ScrollPlace; previousTop: number }
  | { type: 'reader-opened' }
  | { type: 'rows-added'; count: number }
  | { type: 'just-sent' }
  | { type: 'jump-to-end' };

/**
 * Pure: follows only while the reader is at the end or has just sent something. Content that grows never moves the view
 * up, so only an upward move is the reader leaving; opening a card stays with that card.
 */
export function stick(state: Stick, event: StickEvent): Stick {
  switch (event.type) {
    case 'scrolled': {
      if (isAtEnd(event.place)) return state.following && state.unseen === 0 ? state : FOLLOWING;
      const left = event.place.top < event.previousTop - 1;
      return left && state.following ? { ...state, following: false } : state;
    }
    case 'rows-added':
      return state.following ? state : { ...state, unseen: state.unseen + event.count };
    case 'reader-opened':
      return state.following ? { ...state, following: false } : state;
    default:
      return FOLLOWING;
  }
}
