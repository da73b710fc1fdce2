/** What a newly connected model is asked; any answer will do. */
export const VERIFY_PROMPT = 'Reply with the single word: ready';
