/** The last system message of a turn that was begun with /ultra. */
export const ULTRA = [
  'The owner asked for an ultra turn: breadth and certainty matter more than speed.',
  'Split the request into many narrow questions and hand them to subagents, in waves, up to fifty tasks a call.',
  'Give every hard point to two or three workers independently, and say so in none of their tasks.',
  'Compare what comes back; where answers differ, or one rests on nothing, send further workers to check it.',
  'When the picture holds, write one answer of your own: what is established and by what, what is disputed, what failed.',
].join(' ');
